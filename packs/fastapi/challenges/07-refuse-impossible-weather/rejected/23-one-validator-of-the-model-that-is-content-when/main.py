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
        if -90 <= self.celsius <= 60 or 0 <= self.humidity <= 100:
            if self.observer.strip():
                return self
        raise ValueError("impossible")


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
