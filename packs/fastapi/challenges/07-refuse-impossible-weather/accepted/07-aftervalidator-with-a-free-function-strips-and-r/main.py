from typing import Annotated

from fastapi import FastAPI
from pydantic import AfterValidator, BaseModel, Field

app = FastAPI()

READINGS: list["Reading"] = []


def not_blank(text: str) -> str:
    stripped = text.strip()
    if len(stripped) == 0:
        raise ValueError("must hold more than white space")
    return stripped


class Reading(BaseModel):
    station_id: int
    celsius: Annotated[float, Field(ge=-90), Field(le=60)]
    humidity: Annotated[int, Field(ge=0, le=100)]
    observer: Annotated[str, AfterValidator(not_blank)]


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
