from typing import Annotated

from fastapi import Body, FastAPI
from pydantic import BaseModel, Field

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float = Field(description="in the shade")


@app.post("/readings", status_code=201)
async def record_reading(reading: Annotated[Reading, Body()]) -> Reading:
    READINGS.insert(len(READINGS), reading)
    return reading


@app.get("/readings")
def list_readings():
    return READINGS
