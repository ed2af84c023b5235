from fastapi import FastAPI
from pydantic import BaseModel, Field

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float = Field(ge=-90, le=60)
    humidity: int = Field(ge=0, le=100)
    observer: str


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
