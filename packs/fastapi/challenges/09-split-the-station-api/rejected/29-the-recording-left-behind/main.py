from fastapi import FastAPI

from data import READINGS, Reading
from routers import readings, stations

app = FastAPI()
app.include_router(stations.router)
app.include_router(readings.router)


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading
