from fastapi import FastAPI

from routers.readings import router as readings_router
from routers.stations import router as stations_router

app = FastAPI(title="Weather")
app.include_router(router=readings_router)
app.include_router(stations_router, tags=["stations"])
