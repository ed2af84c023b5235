import json

from fastapi import FastAPI

app = FastAPI()


@app.get("/latest")
def latest():
    return json.dumps({"station": "Harbour", "celsius": 11.5})
