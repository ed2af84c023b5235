from fastapi import FastAPI

app = FastAPI()

STATIONS = {7: "Harbour", 12: "Lighthouse", 31: "Old Mill"}

# Answer GET /stations/{station_id} here.
