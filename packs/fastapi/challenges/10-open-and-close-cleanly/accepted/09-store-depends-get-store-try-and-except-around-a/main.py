from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, HTTPException
from pydantic import BaseModel, Field

from store import STORE


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


def lookup(store, number):
    reading = store.get(number)
    if reading is None:
        raise LookupError(number)
    return reading


@app.post("/readings", status_code=201)
def create_reading(reading: NewReading, store=Depends(get_store)):
    return store.add(reading.station_id, reading.celsius)


@app.get("/readings/{reading_id}")
def read_reading(reading_id: int, store=Depends(get_store)):
    try:
        return lookup(store, reading_id)
    except LookupError:
        raise HTTPException(status_code=404, detail="Not found")


@app.delete("/readings/{reading_id}", status_code=204)
def delete_reading(reading_id: int, store=Depends(get_store)):
    if store.remove(reading_id):
        return
    else:
        raise HTTPException(status_code=404, detail="Not found")
