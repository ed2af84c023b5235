from fastapi import FastAPI

from routers import readings, stations

app = FastAPI()
app.include_router(stations.router, prefix="/stations")
app.include_router(readings.router, prefix="/readings")
