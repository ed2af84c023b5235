from typing import Annotated

from fastapi import FastAPI
from pydantic import BaseModel, Field

app = FastAPI()

READINGS = []

COLDEST = -90
HOTTEST = 60


class Reading(BaseModel):
    station_id: int
    celsius: Annotated[float, Field(ge=COLDEST, le=HOTTEST)]
    humidity: Annotated[int, Field(ge=0), Field(le=100)]
    observer: str = Field(pattern=r"\S")


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
