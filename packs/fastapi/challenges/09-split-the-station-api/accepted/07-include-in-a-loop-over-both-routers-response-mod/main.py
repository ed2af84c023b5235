from fastapi import FastAPI

from routers import readings, stations

app = FastAPI()

for router in (stations.router, readings.router):
    app.include_router(router)
