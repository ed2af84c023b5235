from fastapi import FastAPI
from routers import ALL_ROUTERS
app = FastAPI()
for one in ALL_ROUTERS:
    app.include_router(one)
