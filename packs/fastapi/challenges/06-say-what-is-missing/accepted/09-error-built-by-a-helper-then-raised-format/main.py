from fastapi import FastAPI, HTTPException

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def missing(station_id: int) -> HTTPException:
    return HTTPException(
        status_code=404,
        detail="There is no station {}".format(station_id),
    )


def find_station(station_id: int) -> dict[str, int | str]:
    found = STATIONS.get(station_id)
    if not found:
        error = missing(station_id)
        raise error
    return found


@app.get("/stations/{station_id}/readings")
def read_readings(station_id: int):
    return READINGS[find_station(station_id)["id"]]


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return find_station(station_id)
