from fastapi.routing import APIRouter

from data import READINGS, Reading

router = APIRouter(prefix="/readings")


@router.get("")
def list_readings() -> list[Reading]:
    return READINGS


@router.post("", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return READINGS[-1]
