from typing import List

from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Station(BaseModel):
    id: int
    name: str
    calibration: float


class StationPublic(BaseModel):
    id: int
    name: str


STATIONS = {
    7: Station(id=7, name="Harbour", calibration=0.4817),
    12: Station(id=12, name="Lighthouse", calibration=-1.2093),
}


@app.get("/stations")
def list_stations() -> List[StationPublic]:
    return [
        StationPublic.model_validate(one.model_dump()) for one in STATIONS.values()
    ]


@app.get("/stations/{station_id}")
def read_station(station_id: int) -> StationPublic:
    return STATIONS[station_id]
