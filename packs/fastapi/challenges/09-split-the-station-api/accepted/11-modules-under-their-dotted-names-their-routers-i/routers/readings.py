"""Everything below /readings."""

from fastapi import APIRouter
from data import READINGS, Reading

PREFIX = "/readings"
router = APIRouter(prefix=PREFIX)


@router.get(path="")
def list_readings() -> list[Reading]:
    return list(READINGS)


@router.post(path="", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return READINGS[-1]
