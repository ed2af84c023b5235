from typing import Annotated

from fastapi import FastAPI, Path

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


@app.get("/stations/{station_id}")
async def read_station(station_id: Annotated[int, Path(ge=1)]):
    return {"id": station_id, "name": STATIONS.get(station_id)}
