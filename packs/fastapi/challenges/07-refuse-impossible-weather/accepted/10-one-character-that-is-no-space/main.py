from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator
app = FastAPI()
READINGS = []
class Reading(BaseModel):
    station_id: int
    celsius: float = Field(..., ge=-90, le=60)
    humidity: int = Field(gt=-1, lt=101)
    observer: str = Field(min_length=1)
    @field_validator("observer")
    @classmethod
    def has_ink(cls, observer: str) -> str:
        if any(not character.isspace() for character in observer):
            return observer
        raise ValueError("observer is blank")
@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
