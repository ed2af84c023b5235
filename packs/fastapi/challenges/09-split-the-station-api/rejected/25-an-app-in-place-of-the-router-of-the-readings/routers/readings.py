from fastapi import FastAPI

from data import READINGS, Reading

router = FastAPI()


@router.get("/readings")
def list_readings() -> list[Reading]:
    return READINGS


@router.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
