import fastapi

app = fastapi.FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def find_station(station_id: int) -> dict:
    try:
        station = STATIONS[station_id]
    except KeyError as error:
        detail = {"message": "unknown station", "station_id": station_id}
        raise fastapi.HTTPException(status_code=404, detail=detail) from error
    else:
        return station


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    station = find_station(station_id)
    return station


@app.get("/stations/{station_id}/readings")
def read_readings(station_id: int):
    station = find_station(station_id)
    return READINGS[station["id"]]
