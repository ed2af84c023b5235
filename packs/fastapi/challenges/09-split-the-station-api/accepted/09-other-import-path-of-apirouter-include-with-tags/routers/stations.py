from fastapi.routing import APIRouter

from data import STATIONS

router = APIRouter(prefix="/stations")


@router.get("")
def list_stations():
    return [station for station in STATIONS]
