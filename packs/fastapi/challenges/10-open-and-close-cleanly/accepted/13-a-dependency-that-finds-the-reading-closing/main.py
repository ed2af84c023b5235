from contextlib import asynccontextmanager, closing
from typing import Annotated
from fastapi import Depends, FastAPI, HTTPException
from pydantic import BaseModel, Field
from store import STORE, Store
@asynccontextmanager
async def lifespan(app):
    with closing(STORE) as store:
        store.open()
        yield
app = FastAPI(lifespan=lifespan)
class NewReading(BaseModel):
    station_id: int
    celsius: Annotated[float, Field(ge=-90, le=60)]
async def get_store():
    yield STORE
StoreDep = Annotated[Store, Depends(get_store)]
def existing(reading_id: int, store: StoreDep) -> dict:
    reading = store.get(reading_id)
    if reading is None:
        raise HTTPException(404)
    return reading
@app.post("/readings", status_code=201)
def create_reading(body: NewReading, store: StoreDep):
    return store.add(**body.model_dump())
@app.get("/readings/{reading_id}")
def read_reading(reading: Annotated[dict, Depends(existing)]):
    return reading
@app.delete("/readings/{reading_id}", status_code=204)
def delete_reading(reading: Annotated[dict, Depends(existing)], store: StoreDep) -> None:
    store.remove(reading["id"])
