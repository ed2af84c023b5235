from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, status
from pydantic import BaseModel, Field

from store import STORE, Store


@asynccontextmanager
async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
    STORE.open()
    try:
        yield
    finally:
        STORE.close()


app = FastAPI(lifespan=lifespan)


class NewReading(BaseModel):
    station_id: int
    celsius: Annotated[float, Field(ge=-90, le=60)]


def get_store() -> Store:
    return STORE


OpenStore = Annotated[Store, Depends(get_store)]


def missing(number: int) -> HTTPException:
    return HTTPException(status.HTTP_404_NOT_FOUND, f"There is no reading {number}")


@app.post("/readings", status_code=status.HTTP_201_CREATED)
async def create_reading(new: NewReading, store: OpenStore):
    return store.add(**new.model_dump())


@app.get("/readings/{reading_id}")
async def read_reading(reading_id: int, store: OpenStore):
    if (reading := store.get(reading_id)) is None:
        raise missing(reading_id)
    return reading


@app.delete("/readings/{reading_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_reading(reading_id: int, store: OpenStore) -> None:
    if not store.remove(reading_id):
        missing(reading_id)
