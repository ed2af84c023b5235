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

    @field_validator("celsius")
    @classmethod
    def check_celsius(cls, value):
        assert value >= -90
        assert value <= 60
        return value

    @field_validator("humidity")
    @classmethod
    def check_humidity(cls, value):
        assert -1 < value < 101
        return value

    @field_validator("observer")
    @classmethod
    def check_observer(cls, value):
        assert value.strip() != ""
        return value


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
