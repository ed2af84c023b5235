from data import STATIONS
from fastapi import APIRouter

router = APIRouter(prefix="/stations")


@router.get(path="")
def list_stations():
    return list(STATIONS)
