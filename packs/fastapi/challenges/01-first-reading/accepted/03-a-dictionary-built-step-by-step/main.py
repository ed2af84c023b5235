from fastapi import FastAPI

app = FastAPI()


@app.get("/latest")
def latest():
    reading = {}
    reading["station"] = "Harbour"
    reading["celsius"] = 11.5
    return reading
