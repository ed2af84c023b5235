import data
from fastapi import APIRouter, status

router = APIRouter(tags=["readings"], prefix="/readings")


@router.post(path="", status_code=status.HTTP_201_CREATED)
async def record_reading(reading: data.Reading):
    data.READINGS.append(reading)
    return reading


@router.get(path="")
async def list_readings():
    return data.READINGS
