from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float = Field(ge=-90)
    humidity: int = Field(ge=0, le=100)
    observer: str

    @field_validator("celsius")
    @classmethod
    def not_too_warm(cls, value: float) -> float:
        if value > 60:
            ValueError("too warm")
        return value

    @field_validator("observer")
    @classmethod
    def not_blank(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("blank")
        return value


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
