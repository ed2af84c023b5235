from fastapi import FastAPI

from routers import readings_router, stations_router

app = FastAPI(title="Weather")
app.include_router(stations_router)
app.include_router(readings_router)
