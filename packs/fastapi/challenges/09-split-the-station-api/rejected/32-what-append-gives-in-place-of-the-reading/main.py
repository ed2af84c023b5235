from fastapi import FastAPI

from routers import readings, stations

app = FastAPI()
app.include_router(stations.router)
app.include_router(readings.router)
