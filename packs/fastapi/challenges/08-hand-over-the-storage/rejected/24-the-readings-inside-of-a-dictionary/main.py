from typing import Annotated

from fastapi import Depends, FastAPI
from pydantic import BaseModel

app = FastAPI()


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


def get_store() -> Store:
    return STORE


@app.post("/readings", status_code=201)
def record_reading(
    reading: Reading, store: Annotated[Store, Depends(get_store)]
) -> Reading:
    return store.add(reading)


@app.get("/readings")
def read_readings(store: Annotated[Store, Depends(get_store)]) -> list[Reading]:
    return {"readings": store.all()}
