import routers.readings
import routers.stations
from fastapi import FastAPI

app = FastAPI()

for part in (routers.stations, routers.stations):
    app.include_router(part.router)
