from typing import Annotated
from fastapi import FastAPI
from pydantic import BaseModel, BeforeValidator, AfterValidator, Field
app = FastAPI()
READINGS = []
def in_range(low, high):
    def check(value):
        if not (low <= value <= high):
            raise ValueError(f"{value} is not between {low} and {high}")
        return value
    return check
def strip(value):
    return value.strip() if isinstance(value, str) else value
class Reading(BaseModel):
    station_id: int
    celsius: Annotated[float, AfterValidator(in_range(-90, 60))]
    humidity: Annotated[int, AfterValidator(in_range(0, 100))]
    observer: Annotated[str, BeforeValidator(strip), Field(min_length=1)]
@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
