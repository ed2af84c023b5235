from fastapi import FastAPI

from routers import readings, stations

app = FastAPI()
app.mount("/stations", stations.router)
app.mount("/readings", readings.router)
