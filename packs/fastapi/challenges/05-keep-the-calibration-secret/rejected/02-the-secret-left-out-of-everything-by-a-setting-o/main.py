from fastapi import FastAPI
from pydantic import BaseModel, Field

app = FastAPI()


class Station(BaseModel):
    id: int
    name: str
    calibration: float = Field(exclude=True)


STATIONS = {
    7: Station(id=7, name="Harbour", calibration=0.4817),
    12: Station(id=12, name="Lighthouse", calibration=-1.2093),
}


@app.get("/stations")
def list_stations():
    return list(STATIONS.values())


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return STATIONS[station_id]
