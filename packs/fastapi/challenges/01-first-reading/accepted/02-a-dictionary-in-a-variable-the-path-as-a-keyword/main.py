from fastapi import FastAPI

app: FastAPI = FastAPI()


@app.get(path="/latest", tags=["readings"])
def latest():
    reading = dict(station="Old Mill", celsius=7.25)
    return reading
