from typing import Annotated, Optional

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
def read_readings(limit: Annotated[int, Query(ge=1)] = 3, since: Annotated[Optional[int], Query()] = None):
    found = []
    for reading in READINGS:
        if since is not None and reading["hour"] < since:
            continue
        found.append(reading)
    return found[:limit]
