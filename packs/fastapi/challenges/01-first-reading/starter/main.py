# Import FastAPI here.

# Create your app here.


def latest():
    # Return the newest reading.
    pass
