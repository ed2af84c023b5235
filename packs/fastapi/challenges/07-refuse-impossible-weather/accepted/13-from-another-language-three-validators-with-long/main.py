from fastapi import FastAPI
from pydantic import BaseModel, field_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float
    humidity: int
    observer: str

    @field_validator("celsius")
    @classmethod
    def celsius_in_range(cls, value: float) -> float:
        if value >= -90 and value <= 60:
            return value
        raise ValueError("celsius has to lie between -90 and 60")

    @field_validator("humidity")
    @classmethod
    def humidity_in_range(cls, value: int) -> int:
        if value < 0:
            raise ValueError("humidity is below 0")
        elif value > 100:
            raise ValueError("humidity is above 100")
        else:
            return value

    @field_validator("observer")
    @classmethod
    def observer_has_letters(cls, value: str) -> str:
        trimmed = value.strip()
        if len(trimmed) == 0:
            raise ValueError("observer is empty")
        return trimmed


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
