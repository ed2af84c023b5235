from pydantic import BaseModel


class Reading(BaseModel):
    station_id: int
    celsius: float


STATIONS = [
    {"id": 7, "name": "Harbour"},
    {"id": 12, "name": "Lighthouse"},
]

READINGS: list[Reading] = []
