from fastapi import APIRouter

from . import readings, stations

api = APIRouter()
api.include_router(stations.router)
api.include_router(readings.router)
