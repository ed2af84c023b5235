from fastapi import FastAPI

from routers.readings import router as readings
from routers.stations import router as stations

app = FastAPI()


@app.get("/")
def home():
    return {"parts": ["/stations", "/readings"]}


app.include_router(stations, tags=["stations"])
app.include_router(readings, tags=["readings"])
