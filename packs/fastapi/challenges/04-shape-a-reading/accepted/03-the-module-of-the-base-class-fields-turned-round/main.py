import pydantic
from fastapi import FastAPI, status

app = FastAPI()

READINGS = []


class Reading(pydantic.BaseModel):
    celsius: float
    station_id: int


@app.post("/readings", status_code=status.HTTP_201_CREATED)
def record_reading(reading: Reading):
    READINGS.append(reading)
    return reading


@app.get("/readings")
def list_readings():
    return READINGS
