from fastapi import FastAPI
app = FastAPI()
READING = {"station": "Harbour", "celsius": 11.5}
@app.get("/latest")
def latest():
    """The newest reading."""
    return READING.copy()
