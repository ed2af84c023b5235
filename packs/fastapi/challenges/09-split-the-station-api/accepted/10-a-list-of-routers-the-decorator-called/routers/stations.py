from fastapi import APIRouter as Router
from data import STATIONS
router = Router(prefix="/stations")
def list_stations():
    """All stations."""
    return STATIONS
router.get("")(list_stations)
