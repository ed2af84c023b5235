from typing import Annotated

from fastapi import FastAPI
from pydantic import BaseModel, Field, StringConstraints

app = FastAPI()

READINGS = []

Celsius = Annotated[float, Field(ge=-90, le=60)]
Percent = Annotated[int, Field(ge=0, le=100)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Reading(BaseModel):
    station_id: int
    celsius: Celsius
    humidity: Percent
    observer: Name


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
