"""Everything below /stations."""

from fastapi import APIRouter
from data import STATIONS

PREFIX = "/stations"
router = APIRouter(prefix=PREFIX)


@router.get(path="")
def list_stations() -> list[dict]:
    return [dict(station) for station in STATIONS]
