from fastapi import FastAPI as Api

READING = {
    'station': 'Harbour',
    'celsius': 11.5,
}

app = Api()


@app.get('/latest')
def latest():
    """The newest reading."""
    return READING
