"""The parts of the weather API, one file each."""
from .readings import router as readings_router
from .stations import router as stations_router

__all__ = ["readings_router", "stations_router"]
