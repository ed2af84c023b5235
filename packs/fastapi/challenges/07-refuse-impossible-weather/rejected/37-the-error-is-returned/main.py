from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float = Field(ge=-90, le=60)
    humidity: int = Field(ge=0, le=100)
    observer: str

    @field_validator("observer")
    @classmethod
    def has_a_name(cls, value: str) -> str:
        if not value.strip():
            return ValueError("the observer needs a name")
        return value


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
