from fastapi import FastAPI, HTTPException

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def find_station(station_id: int):
    station = next((s for key, s in STATIONS.items() if key == station_id), None)
    if station is not None:
        return station
    known = ", ".join(str(key) for key in STATIONS)
    raise HTTPException(
        404, detail=f"Station {station_id} is unknown. Try one of: {known}."
    )


@app.get("/stations/{station_id}", responses={404: {"description": "No such mast"}})
def read_station(station_id: int):
    return {**find_station(station_id)}


@app.get("/stations/{station_id}/readings")
def read_readings(station_id: int):
    if find_station(station_id):
        return READINGS[station_id]
