from fastapi import FastAPI
from fastapi.responses import JSONResponse
from pydantic import BaseModel

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float


@app.post("/readings")
def record_reading(reading: Reading):
    READINGS.append(reading)
    return JSONResponse(reading.model_dump(), status_code=201)


@app.get("/readings")
def list_readings():
    return READINGS
