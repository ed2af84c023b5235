from fastapi.testclient import TestClient


def test_a_reading_goes_round_and_a_shapeless_one_is_refused():
    from main import app

    client = TestClient(app, follow_redirects=False)
    reading = {"station_id": 7, "celsius": -2.5}

    created = client.post("/readings", json=reading)

    assert created.status_code == 201
    assert reading.items() <= created.json().items()
    stored = client.get("/readings").json()
    assert len(stored) == 1
    assert reading.items() <= stored[0].items()
    for shapeless in (
        {"station_id": 7},
        {"celsius": 1.5},
        {"station_id": "harbour", "celsius": 1.5},
        {"station_id": 7, "celsius": "cold"},
        {"station_id": 7, "celsius": None},
    ):
        assert client.post("/readings", json=shapeless).status_code == 422
    assert len(client.get("/readings").json()) == 1
