from fastapi import FastAPI

from routers import readings as r
from routers import stations as s

app = FastAPI()
app.include_router(s.router)
app.include_router(r.router)


# @app.get("/stations")
# def list_stations(): ...


@app.get("/")
def index():
    return {"paths": ["/stations", "/readings"]}
