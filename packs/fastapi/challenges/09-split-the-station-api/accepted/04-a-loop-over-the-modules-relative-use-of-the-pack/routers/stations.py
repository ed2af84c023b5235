import fastapi

from data import STATIONS

router = fastapi.APIRouter(prefix="/stations", tags=["stations"])


@router.get("")
def list_stations():
    return STATIONS
