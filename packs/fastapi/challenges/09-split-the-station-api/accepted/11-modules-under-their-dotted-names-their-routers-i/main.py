import routers.readings
import routers.stations
from fastapi import FastAPI

app = FastAPI()

for part in (routers.stations, routers.readings):
    app.include_router(part.router)
