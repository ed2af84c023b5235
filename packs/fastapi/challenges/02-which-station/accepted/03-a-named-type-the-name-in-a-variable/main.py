from typing import Annotated

from fastapi import FastAPI, Path

StationId = Annotated[int, Path(description="painted on the mast")]

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


@app.get("/stations/{station_id}")
def read_station(station_id: StationId):
    name = STATIONS[station_id]
    return {"id": station_id, "name": name}
