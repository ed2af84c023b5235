from fastapi import Depends, FastAPI, HTTPException

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def find_station(station_id):
    if station_id not in STATIONS:
        raise HTTPException(status_code=404, detail=f"There is no station {station_id}")
    return STATIONS[station_id]


@app.get("/stations/{station_id}")
def read_station(station=Depends(find_station)):
    return station


@app.get("/stations/{station_id}/readings")
def read_readings(station=Depends(find_station)):
    return READINGS[station["id"]]
