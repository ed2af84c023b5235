from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


def name_of(number: int) -> str:
    return STATIONS[number]


@app.get("/stations/{station_id}", tags=["stations"])
def read_station(station_id: int):
    return {
        "name": name_of(station_id),
        "id": station_id,
    }
