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
        if self.celsius < -90 and self.celsius > 60:
            raise ValueError("x")
        if self.humidity < 0 and self.humidity > 100:
            raise ValueError("x")
        if not self.observer.strip():
            raise ValueError("x")
        return self


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
