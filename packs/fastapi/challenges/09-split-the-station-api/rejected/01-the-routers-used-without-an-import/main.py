from fastapi import FastAPI

app = FastAPI()
app.include_router(stations.router)
app.include_router(readings.router)
