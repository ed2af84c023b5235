from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    for number, name in STATIONS.items():
        if number == station_id:
            return {"id": number, "name": name}
    return {"id": station_id, "name": None}
