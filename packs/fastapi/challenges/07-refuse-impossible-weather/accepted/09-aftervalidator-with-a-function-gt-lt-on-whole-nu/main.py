from typing import Annotated

from fastapi import FastAPI
from pydantic import AfterValidator, BaseModel, Field

app = FastAPI()

READINGS = []


def not_blank(text: str) -> str:
    if len(text) == 0 or text.isspace():
        raise ValueError("only white space")
    return text


class Reading(BaseModel):
    station_id: int
    celsius: Annotated[float, Field(ge=-90.0), Field(le=60.0)]
    humidity: int = Field(gt=-1, lt=101)
    observer: Annotated[str, AfterValidator(not_blank)]


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
