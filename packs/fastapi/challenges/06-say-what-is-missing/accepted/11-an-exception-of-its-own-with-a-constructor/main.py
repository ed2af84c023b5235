from fastapi import FastAPI, HTTPException, Depends

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}

class StationMissing(HTTPException):
    def __init__(self, number: int):
        super().__init__(status_code=404, detail=f"No station {number}")

def find_station(station_id: int):
    if station_id not in STATIONS:
        raise StationMissing(station_id)
    return STATIONS[station_id]

@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return find_station(station_id)

@app.get("/stations/{station_id}/readings")
def read_readings(station_id: int):
    find_station(station_id)
    return READINGS[station_id]
