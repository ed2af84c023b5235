from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float
    humidity: int
    observer: str


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
