from fastapi import Depends, FastAPI, HTTPException

app = FastAPI()

STATIONS = {
    7: {"id": 7, "name": "Harbour"},
    12: {"id": 12, "name": "Lighthouse"},
}

READINGS = {7: [11.5, 12.0, 10.5], 12: [8.5, 9.0]}


def refuse(number):
    words = ["There", "is", "no", "station", str(number)]
    raise HTTPException(status_code=404, detail=" ".join(words))


def find_station(station_id: int):
    return STATIONS.get(station_id) or refuse(station_id)


@app.get("/stations/{station_id}")
def read_station(station: dict = Depends(find_station)):
    return station


@app.get("/stations/{station_id}/readings", dependencies=[Depends(find_station)])
def read_readings(station_id: int):
    return READINGS[station_id]
