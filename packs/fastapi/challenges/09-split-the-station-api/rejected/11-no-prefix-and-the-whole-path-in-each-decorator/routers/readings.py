from fastapi import APIRouter

from data import READINGS, Reading

router = APIRouter(tags=["readings"])


@router.get("/readings")
def list_readings() -> list[Reading]:
    return READINGS


@router.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
