from typing import TypedDict

from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


class StationInfo(TypedDict):
    id: int
    name: str


def name_of(number: int) -> str:
    try:
        return STATIONS[number]
    except KeyError:
        return ""


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return StationInfo(id=station_id, name=name_of(station_id))
