from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}


def to_answer(number: int) -> dict:
    return {"id": number, "name": STATIONS[number], "found": True}


@app.get("/stations/{station_id}")
def read_station(station_id: int):
    return to_answer(station_id)
