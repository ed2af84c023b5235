from contextlib import asynccontextmanager
from typing import Annotated as A

from fastapi import Depends, FastAPI, HTTPException
from pydantic import AfterValidator, BaseModel

from store import STORE, Store


@asynccontextmanager
async def lifespan(app: FastAPI):
    STORE.open()
    yield
    STORE.close()


app = FastAPI(lifespan=lifespan)


def sane(c: float) -> float:
    if c < -90 or c > 60:
        raise ValueError("impossible weather")
    return c


class NewReading(BaseModel):
    station_id: int
    celsius: A[float, AfterValidator(sane)]


def get_store() -> Store: return STORE


def or_404(thing):
    if thing is None or thing is False:
        raise HTTPException(status_code=404, detail="not here")
    return thing


@app.post("/readings", status_code=201)
def create_reading(r: NewReading, store: A[Store, Depends(get_store)]): return store.add(r.station_id, r.celsius)


@app.get("/readings/{reading_id}")
def read_reading(reading_id: int, store: A[Store, Depends(get_store)]): return or_404(store.get(reading_id))


@app.delete("/readings/{reading_id}", status_code=204)
def delete_reading(reading_id: int, store: A[Store, Depends(get_store)]): or_404(store.remove(reading_id))
