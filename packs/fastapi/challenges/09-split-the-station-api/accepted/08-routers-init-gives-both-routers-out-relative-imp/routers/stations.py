from fastapi import APIRouter

from data import STATIONS

router = APIRouter(prefix="/stations")


@router.get("")
def list_stations():
    """All masts on the coast."""
    return STATIONS
