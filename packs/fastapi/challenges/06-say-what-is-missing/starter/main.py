from fastapi import FastAPI

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


# Write find_station here, and let both routes use it.


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return STATIONS[station_id]


@app.get("/stations/{station_id}/readings")
def read_readings(station_id: int):
    return READINGS[station_id]
