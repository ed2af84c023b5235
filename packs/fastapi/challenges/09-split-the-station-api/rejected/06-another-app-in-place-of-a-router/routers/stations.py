from fastapi import FastAPI

from data import STATIONS

router = FastAPI()


@router.get("/stations")
def list_stations():
    return STATIONS
