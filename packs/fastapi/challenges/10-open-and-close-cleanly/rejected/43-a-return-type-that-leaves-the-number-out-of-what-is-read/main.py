from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException
from pydantic import BaseModel, Field

from store import STORE, Store


@asynccontextmanager
async def lifespan(app: FastAPI):
    STORE.open()
    yield
    STORE.close()


app = FastAPI(lifespan=lifespan)


class NewReading(BaseModel):
    station_id: int
    celsius: float = Field(ge=-90, le=60)


def get_store():
    return STORE


@app.post("/readings", status_code=201)
def create_reading(reading: NewReading, store: Annotated[Store, Depends(get_store)]):
    return store.add(reading.station_id, reading.celsius)


@app.get("/readings/{reading_id}")
def read_reading(reading_id: int, store: Annotated[Store, Depends(get_store)]) -> NewReading:
    reading = store.get(reading_id)
    if reading is None:
        raise HTTPException(status_code=404, detail=f"No reading {reading_id}")
    return reading


@app.delete("/readings/{reading_id}", status_code=204)
def delete_reading(reading_id: int, store: Annotated[Store, Depends(get_store)]):
    if not store.remove(reading_id):
        raise HTTPException(status_code=404, detail=f"No reading {reading_id}")
