from fastapi import FastAPI

app = FastAPI()


@app.get("/")
def latest():
    return {"station": "Harbour", "celsius": 11.5}
