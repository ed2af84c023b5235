from fastapi import FastAPI

import routers.readings
import routers.stations

app = FastAPI()
app.include_router(routers.stations.router)
app.include_router(routers.readings.router)
