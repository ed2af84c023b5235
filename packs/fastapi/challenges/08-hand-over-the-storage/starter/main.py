from fastapi import FastAPI
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


# Write get_store here.


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    return STORE.add(reading)


@app.get("/readings")
def read_readings() -> list[Reading]:
    return STORE.all()
