from typing import Annotated
from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator, model_validator, AfterValidator
app = FastAPI()
READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float
    humidity: int
    observer: str

    @model_validator(mode="after")
    def check(self):
        assert -90 <= self.celsius <= 60
        assert self.humidity in range(0, 101)
        assert self.observer.strip()
        return self


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
