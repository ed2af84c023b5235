from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class StationPublic(BaseModel):
    id: int
    name: str


class Station(BaseModel):
    id: int
    name: str
    calibration: float


StationList = list[StationPublic]

STATIONS = {
    7: Station(id=7, name="Harbour", calibration=0.4817),
    12: Station(id=12, name="Lighthouse", calibration=-1.2093),
}


@app.get("/stations", response_model=StationList)
def list_stations() -> list[Station]:
    result = []
    for station in STATIONS.values():
        result.append(station)
    return result


@app.get("/stations/{station_id}", response_model=StationPublic)
def read_station(station_id: int) -> Station:
    return STATIONS[station_id]
