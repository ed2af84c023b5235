from fastapi import FastAPI, Response
from pydantic import BaseModel

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float


@app.post("/readings")
def record_reading(reading: Reading, response: Response):
    response.status_code = 201
    stored = reading.model_dump()
    READINGS.append(stored)
    return stored


@app.get("/readings")
def list_readings():
    return READINGS
