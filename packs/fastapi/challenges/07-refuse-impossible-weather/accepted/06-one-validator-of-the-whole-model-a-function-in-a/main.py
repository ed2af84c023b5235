from typing import Annotated

from fastapi import FastAPI
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

app = FastAPI()

READINGS = []


def percent(value: int) -> int:
    if value not in range(0, 101) and value != 100:
        raise ValueError("humidity goes from 0 to 100")
    return value


class Reading(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    station_id: int
    celsius: float
    humidity: Annotated[int, AfterValidator(percent)]
    observer: str = Field(min_length=1)

    @model_validator(mode="after")
    def is_possible(self):
        if not -90.0 <= self.celsius <= 60.0:
            raise ValueError("impossible on this planet")
        return self


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
