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


def is_late_enough(reading: dict, since: int) -> bool:
    return reading["hour"] >= since


@app.get("/readings", summary="A window of readings")
async def read_readings(*, limit: int = 3, since: int | None = None):
    kept = (
        list(READINGS)
        if since is None
        else [r for r in READINGS if is_late_enough(r, since)]
    )
    first = kept[:limit]
    return first
