from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Request
from pydantic import BaseModel, Field

from store import Store


@asynccontextmanager
async def lifespan(app: FastAPI):
    app.state.store = Store()
    app.state.store.open()
    yield
    app.state.store.close()


app = FastAPI(lifespan=lifespan)


class NewReading(BaseModel):
    station_id: int
    celsius: float = Field(ge=-90, le=60)


def get_store(request: Request) -> Store:
    return request.app.state.store


StoreDep = Annotated[Store, Depends(get_store)]


@app.post("/readings", status_code=201)
async def create_reading(reading: NewReading, store: StoreDep):
    return store.add(**reading.model_dump())


@app.get("/readings/{reading_id}")
async def read_reading(reading_id: int, store: StoreDep):
    reading = store.get(reading_id)
    if reading is None:
        raise HTTPException(status_code=404, detail=f"No reading {reading_id}")
    return reading


@app.delete("/readings/{reading_id}", status_code=204)
async def delete_reading(reading_id: int, store: StoreDep):
    if not store.remove(reading_id):
        raise HTTPException(status_code=404, detail=f"No reading {reading_id}")
