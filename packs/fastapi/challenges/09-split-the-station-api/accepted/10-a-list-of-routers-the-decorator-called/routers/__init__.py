"""The parts of the weather API, one file each."""
from .readings import router as readings_router
from .stations import router as stations_router

ALL_ROUTERS = [stations_router, readings_router]
