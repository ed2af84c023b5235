from data import READINGS, Reading
from fastapi import APIRouter

router = APIRouter(prefix="/readings")


@router.get(path="", response_model=list[Reading])
def list_readings():
    return READINGS


@router.post(path="", response_model=Reading, status_code=201)
def record_reading(reading: Reading):
    READINGS.append(reading)
    return reading
