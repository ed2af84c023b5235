from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field, field_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float
    humidity: int = Field(ge=0, le=100)
    observer: str

    @field_validator("observer")
    @classmethod
    def has_a_name(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("the observer needs a name")
        return value


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    if not -90 <= reading.celsius <= 60:
        raise HTTPException(status_code=422, detail="impossible temperature")
    READINGS.append(reading)
    return reading
