from fastapi import FastAPI

from routers import readings, stations

app = FastAPI()
app.include_router(stations)
app.include_router(readings)
