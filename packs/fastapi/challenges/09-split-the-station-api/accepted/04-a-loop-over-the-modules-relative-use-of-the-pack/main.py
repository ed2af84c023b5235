import fastapi

from routers import readings, stations

app = fastapi.FastAPI()

for part in (stations, readings):
    app.include_router(part.router)
