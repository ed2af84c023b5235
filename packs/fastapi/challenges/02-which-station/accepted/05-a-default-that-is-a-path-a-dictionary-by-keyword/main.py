from fastapi import FastAPI, Path

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


@app.get("/stations/{station_id}")
def read_station(station_id: int = Path(title="The number")):
    return dict(id=station_id, name=STATIONS[station_id])
