from fastapi import FastAPI

from routers import readings, stations


def create_app() -> FastAPI:
    app = FastAPI()
    app.include_router(stations.router)
    app.include_router(readings.router)
    return app


app = create_app()
