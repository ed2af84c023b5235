from fastapi import FastAPI, Query

app = FastAPI()

READINGS = [
    {"hour": 6, "celsius": 4.5},
    {"hour": 8, "celsius": 6.0},
    {"hour": 10, "celsius": 9.5},
    {"hour": 12, "celsius": 12.0},
    {"hour": 14, "celsius": 13.5},
    {"hour": 16, "celsius": 11.0},
]


@app.get("/readings")
def read_readings(limit: int = Query(3, ge=0), since: int | None = Query(default=None)):
    found = list(filter(lambda one: since is None or since <= one["hour"], READINGS))
    return found[:limit]
