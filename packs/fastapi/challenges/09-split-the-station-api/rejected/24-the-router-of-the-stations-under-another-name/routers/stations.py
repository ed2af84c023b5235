from fastapi import APIRouter

from data import STATIONS

stations_router = APIRouter(prefix="/stations", tags=["stations"])


@stations_router.get("")
def list_stations():
    return STATIONS
