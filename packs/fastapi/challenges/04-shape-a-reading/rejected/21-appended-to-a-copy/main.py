from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float


@app.post("/readings", status_code=201)
def record_reading(reading: Reading):
    readings = list(READINGS)
    readings.append(reading)
    return reading


@app.get("/readings")
def list_readings():
    return READINGS
