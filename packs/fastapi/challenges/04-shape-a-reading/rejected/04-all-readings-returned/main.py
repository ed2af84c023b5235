from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float


@app.post("/readings", status_code=201)
def record_reading(reading: Reading):
    READINGS.append(reading)
    return READINGS


@app.get("/readings")
def list_readings():
    return READINGS
