from typing import Annotated

from annotated_types import Ge, Interval, Le
from fastapi import FastAPI
from pydantic import BaseModel, field_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: Annotated[float, Ge(-90), Le(60)]
    humidity: Annotated[int, Interval(ge=0, le=100)]
    observer: str

    @field_validator("observer")
    @classmethod
    def has_words(cls, value: str) -> str:
        words = value.split()
        if words == []:
            raise ValueError("Who read the thermometer?")
        return " ".join(words)


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
