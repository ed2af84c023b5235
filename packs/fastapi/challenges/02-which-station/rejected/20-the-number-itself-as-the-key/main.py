from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return {station_id: STATIONS[station_id]}
