from fastapi import Depends, FastAPI
from pydantic import BaseModel
app = FastAPI()
class Reading(BaseModel):
    station_id: int
    celsius: float
class Store:
    def __init__(self):
        self._readings: list[Reading] = []
    def add(self, reading: Reading) -> Reading:
        self._readings.append(reading)
        return reading
    def all(self) -> list[Reading]:
        return list(self._readings)
STORE = Store()
def get_store():
    yield STORE
STORED = Depends(get_store)
@app.post("/readings", status_code=201)
async def record_reading(reading: Reading, archive: Store = STORED) -> Reading:
    kept = archive.add(reading)
    return kept
@app.get("/readings")
async def read_readings(archive: Store = STORED) -> list[Reading]:
    result = [*archive.all()]
    return result
