from fastapi import FastAPI

from store import STORE, Store

# Describe the lifespan here, and hand it to the app.

app = FastAPI()

# Describe a new reading here.

# Write get_store here.

# Answer POST /readings, GET /readings/{reading_id} and DELETE /readings/{reading_id} here.
