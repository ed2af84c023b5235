from fastapi import FastAPI

from data import READINGS, Reading
from routers import readings, stations

app = FastAPI()
app.include_router(stations.router)
app.include_router(readings.router)


@app.get("/readings")
def list_readings() -> list[Reading]:
    return READINGS
