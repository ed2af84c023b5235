from operator import getitem

from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}

STATION_PATH = "/stations/{station_id}"


@app.get(STATION_PATH)
async def read_station(station_id: int) -> dict:
    return {"id": station_id, "name": getitem(STATIONS, station_id)}
