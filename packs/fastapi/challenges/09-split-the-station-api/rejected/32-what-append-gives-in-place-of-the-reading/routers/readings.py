from fastapi import APIRouter

from data import READINGS, Reading

router = APIRouter(prefix="/readings", tags=["readings"])


@router.get("")
def list_readings() -> list[Reading]:
    return READINGS


@router.post("", status_code=201)
def record_reading(reading: Reading) -> Reading:
    return READINGS.append(reading)
