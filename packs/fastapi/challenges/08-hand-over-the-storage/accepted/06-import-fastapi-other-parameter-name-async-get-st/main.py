import typing

import fastapi
from pydantic import BaseModel

app = fastapi.FastAPI()


class Reading(BaseModel):
    station_id: int
    celsius: float


class Store:
    def __init__(self):
        self._readings: list[Reading] = []

    def add(self, reading: Reading) -> Reading:
        self._readings.append(reading)
        return reading

    def all(self) -> list[Reading]:
        return list(self._readings)


STORE = Store()


async def get_store():
    return STORE


@app.post("/readings", status_code=201)
def record_reading(
    reading: Reading,
    archive: typing.Annotated[Store, fastapi.Depends(get_store)],
) -> Reading:
    return archive.add(reading)


@app.get("/readings")
def read_readings(
    archive: typing.Annotated[Store, fastapi.Depends(get_store)],
) -> list[Reading]:
    return archive.all()
