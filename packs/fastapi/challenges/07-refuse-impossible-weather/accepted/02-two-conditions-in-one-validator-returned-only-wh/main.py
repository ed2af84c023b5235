from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float = Field(ge=-90, le=60)
    humidity: int
    observer: str

    @field_validator("humidity")
    def check_humidity(cls, value):
        if value < 0:
            raise ValueError("too dry")
        if value > 100:
            raise ValueError("too wet")
        return value

    @field_validator("observer")
    @classmethod
    def clean(cls, value: str) -> str:
        value = value.strip()
        if value:
            return value
        raise ValueError("who was it?")


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
