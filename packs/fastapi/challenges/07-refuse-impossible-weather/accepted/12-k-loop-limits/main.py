from fastapi import FastAPI
from pydantic import BaseModel, model_validator

app = FastAPI()

READINGS = []


class Reading(BaseModel):
    station_id: int
    celsius: float
    humidity: int
    observer: str

    @model_validator(mode="after")
    def check(self):
        problems = []
        if self.celsius < -90 or self.celsius > 60:
            problems.append("celsius")
        if self.humidity < 0 or self.humidity > 100:
            problems.append("humidity")
        if self.observer.strip() == "":
            problems.append("observer")
        if problems:
            raise ValueError(", ".join(problems))
        return self


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
