from fastapi import APIRouter

from data import STATIONS

router = APIRouter(prefix="/stations", tags=["stations"])


@router.get("")
def list_stations():
    return STATIONS
