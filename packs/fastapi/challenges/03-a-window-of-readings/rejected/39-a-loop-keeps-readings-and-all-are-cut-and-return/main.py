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
    kept = []
    for reading in READINGS:
        if since is None or reading["hour"] >= since:
            kept.append(reading)
    return READINGS[:limit]
