from fastapi import FastAPI, HTTPException, status

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def find_station(station_id: int) -> dict:
    station = STATIONS.get(station_id)
    if station is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "No station " + str(station_id))
    return station


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return find_station(station_id)


@app.get("/stations/{station_id}/readings")
def read_readings(station_id: int):
    station = find_station(station_id)
    return READINGS[station["id"]]
