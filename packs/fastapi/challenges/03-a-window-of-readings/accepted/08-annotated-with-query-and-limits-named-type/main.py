from typing import Annotated, Any

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
def read_readings(
    limit: Annotated[int, Query(ge=1, description="How many")] = 3,
    since: Annotated[int | None, Query(description="First hour")] = None,
) -> list[dict[str, Any]]:
    kept = [
        reading
        for reading in READINGS
        if since is None or not reading["hour"] < since
    ]
    return kept[0:limit]
