from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float


@app.post(path="/readings", status_code=201, tags=["readings"])
async def record_reading(reading: Reading):
    # keep it, then show what was kept
    READINGS.append(reading)
    return READINGS[-1]


@app.get("/readings")
def list_readings():
    return READINGS
