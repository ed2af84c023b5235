from fastapi import FastAPI

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
