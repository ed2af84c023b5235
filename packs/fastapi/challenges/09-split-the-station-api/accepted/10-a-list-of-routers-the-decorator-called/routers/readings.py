from fastapi import APIRouter, Response
from data import Reading, READINGS
router = APIRouter(prefix="/readings")
@router.get("", response_model=list[Reading])
def list_readings():
    return [reading for reading in READINGS]
@router.post("", status_code=201, response_model=Reading)
def record_reading(reading: Reading):
    READINGS.append(reading)
    return reading
