from fastapi import FastAPI

from routers.stations import router
from routers.readings import router

app = FastAPI()
app.include_router(router)
app.include_router(router)
