import contextlib
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Response
from pydantic import BaseModel, field_validator

from store import STORE, Store


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI):
    STORE.open()
    yield
    STORE.close()


app = FastAPI(lifespan=lifespan)


class NewReading(BaseModel):
    station_id: int
    celsius: float

    @field_validator("celsius")
    @classmethod
    def is_possible(cls, value: float) -> float:
        if not -90 <= value <= 60:
            raise ValueError("impossible weather")
        return value


def get_store() -> Store:
    return STORE


StoreDep = Annotated[Store, Depends(get_store)]


@app.post("/readings", status_code=201)
def create_reading(new: NewReading, store: StoreDep):
    return store.add(new.station_id, new.celsius)


@app.get("/readings/{reading_id}")
def read_reading(reading_id: int, store: StoreDep):
    reading = store.get(reading_id)
    if reading is None:
        raise HTTPException(status_code=404, detail=f"No reading {reading_id}")
    return reading


@app.delete("/readings/{reading_id}")
def delete_reading(reading_id: int, store: StoreDep):
    found = store.remove(reading_id)
    if found:
        return Response(status_code=204)
    raise HTTPException(404, detail="nothing to delete")
