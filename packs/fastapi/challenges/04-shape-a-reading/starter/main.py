from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

READINGS = []

# Describe a reading here.

# Answer POST /readings here.


@app.get("/readings")
def list_readings():
    return READINGS
