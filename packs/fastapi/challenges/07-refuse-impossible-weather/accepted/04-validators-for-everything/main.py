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
    def is_possible(cls, value: float) -> float:
        if value < -90 or value > 60:
            raise ValueError("impossible on this planet")
        return value

    @field_validator("humidity")
    @classmethod
    def is_a_percentage(cls, value: int) -> int:
        assert 0 <= value <= 100, "humidity goes from 0 to 100"
        return value

    @field_validator("observer")
    @classmethod
    def is_not_blank(cls, value: str) -> str:
        name = value.strip()
        if name == "":
            raise ValueError("who was it?")
        return name


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
