from fastapi import FastAPI

app = FastAPI()


def latest():
    return {"station": "Harbour", "celsius": 11.5}
