from fastapi import FastAPI

app = FastAPI()


@app.route("/latest", methods=["GET"])
def latest():
    return {"station": "Harbour", "celsius": 11.5}
