from fastapi import FastAPI

from routers import readings, stations
from data import READINGS, STATIONS, Reading

app = FastAPI()


@app.get("/stations")
def list_stations():
    return STATIONS


@app.get("/readings")
def list_readings() -> list[Reading]:
    return READINGS


@app.post("/readings", status_code=201)
def record_reading(reading: Reading) -> Reading:
    READINGS.append(reading)
    return reading


app.include_router(stations.router)
app.include_router(readings.router)
