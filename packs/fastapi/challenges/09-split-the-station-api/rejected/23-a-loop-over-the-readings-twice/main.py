from fastapi import FastAPI

from routers import readings, stations

app = FastAPI()
for part in (readings, readings):
    app.include_router(part.router)
