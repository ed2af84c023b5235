from http import HTTPStatus

from fastapi import FastAPI, HTTPException

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def find_station(station_id: int):
    for number, station in STATIONS.items():
        if number == station_id:
            return station
    raise HTTPException(HTTPStatus.NOT_FOUND, detail="No station {}".format(station_id))


@app.get("/stations/{station_id}")
async def read_station(station_id: int):
    return find_station(station_id)


@app.get("/stations/{station_id}/readings")
async def read_readings(station_id: int):
    find_station(station_id)
    return READINGS[station_id]
