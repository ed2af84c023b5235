from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

READINGS = []


@app.get("/readings")
def list_readings():
    return READINGS


class Reading(BaseModel):
    station_id: int
    celsius: float

    def label(self) -> str:
        return f"{self.station_id}: {self.celsius}"


@app.post("/readings", status_code=201, response_description="Kept")
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading.model_copy())
    print("new reading", reading.label())
    return reading
