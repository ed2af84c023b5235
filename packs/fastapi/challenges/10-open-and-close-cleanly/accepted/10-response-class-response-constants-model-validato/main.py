from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Response
from pydantic import BaseModel, model_validator

from store import STORE, Store

CREATED, NO_CONTENT, NOT_FOUND = 201, 204, 404


@asynccontextmanager
async def lifespan(app: FastAPI):
    STORE.open()
    yield
    STORE.close()


app = FastAPI(lifespan=lifespan)


class NewReading(BaseModel):
    celsius: float
    station_id: int

    @model_validator(mode="after")
    def within_limits(self):
        assert self.celsius >= -90, "too cold"
        assert self.celsius <= 60, "too warm"
        return self


def get_store():
    return STORE


StoreDep = Annotated[Store, Depends(get_store)]


@app.post("/readings", status_code=CREATED)
def create_reading(store: StoreDep, reading: NewReading):
    stored = store.add(celsius=reading.celsius, station_id=reading.station_id)
    return stored


@app.get("/readings/{reading_id}")
def read_reading(store: StoreDep, reading_id: int):
    match store.get(reading_id):
        case None:
            raise HTTPException(NOT_FOUND, "no reading has this number")
        case reading:
            return reading


@app.delete("/readings/{reading_id}", status_code=NO_CONTENT, response_class=Response)
def delete_reading(store: StoreDep, reading_id: int):
    match store.remove(reading_id):
        case False:
            raise HTTPException(NOT_FOUND, "no reading has this number")
