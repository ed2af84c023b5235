from fastapi import FastAPI

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
def read_readings(limit: int = 3, since: int | None = None):
    if since is not None:
        kept = [r for r in READINGS if r["hour"] >= since]
    else:
        kept = READINGS
    return READINGS[:limit]
