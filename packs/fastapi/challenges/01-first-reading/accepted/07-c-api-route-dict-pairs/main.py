import fastapi as api

app = api.FastAPI()

KEYS = ("station", "celsius")


@app.get(path="/latest")
def latest():
    values = "Harbour", 11.5
    return {key: value for key, value in zip(KEYS, values)}
