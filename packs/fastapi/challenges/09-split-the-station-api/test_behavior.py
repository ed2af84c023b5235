from fastapi import FastAPI
from fastapi.testclient import TestClient


def test_both_routers_answer_in_the_app_and_alone():
    from main import app
    from routers import readings, stations

    client = TestClient(app, follow_redirects=False)
    reading = {"station_id": 7, "celsius": 3.5}

    answer = client.get("/stations")
    assert answer.status_code == 200
    assert [station["id"] for station in answer.json()] == [7, 12]
    assert client.get("/readings").json() == []
    created = client.post("/readings", json=reading)
    assert created.status_code == 201
    assert created.json() == reading
    assert client.get("/readings").json() == [reading]

    alone = FastAPI()
    alone.include_router(readings.router)
    assert TestClient(alone, follow_redirects=False).get("/readings").json() == [
        reading
    ]
    alone.include_router(stations.router)
    assert len(TestClient(alone).get("/stations").json()) == 2
