from itertools import islice

from fastapi import FastAPI

DEFAULT_LIMIT = 3

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
def read_readings(since: int | None = None, limit: int = DEFAULT_LIMIT):
    start = 0 if since is None else since
    found = (r for r in READINGS if r["hour"] >= start)
    return list(islice(found, limit))
