from fastapi import APIRouter

from data import READINGS, Reading

readings = APIRouter(prefix="/readings", tags=["readings"])


@readings.get("")
def list_readings() -> list[Reading]:
    return READINGS


@readings.post("", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
