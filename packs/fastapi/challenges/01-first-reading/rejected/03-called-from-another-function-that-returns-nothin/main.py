from fastapi import FastAPI

app = FastAPI()


@app.get("/latest")
def show():
    latest()


def latest():
    return {"station": "Harbour", "celsius": 11.5}
