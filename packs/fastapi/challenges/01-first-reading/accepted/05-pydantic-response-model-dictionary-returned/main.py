from fastapi import FastAPI
from pydantic import BaseModel


class ReadingOut(BaseModel):
    station: str
    celsius: float


app = FastAPI()


@app.get("/latest", response_model=ReadingOut)
def latest():
    return {"station": "Breakwater", "celsius": 12.75}
