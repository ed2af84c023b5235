from fastapi.testclient import TestClient


def test_impossible_weather_is_refused_and_the_edges_are_taken():
    from main import READINGS, app

    client = TestClient(app, follow_redirects=False)
    fair = {"station_id": 7, "celsius": 11.5, "humidity": 64, "observer": "Ada"}

    def send(**changes):
        return client.post("/readings", json={**fair, **changes})

    for possible in (
        {},
        {"celsius": -90},
        {"celsius": 60},
        {"humidity": 0},
        {"humidity": 100},
        {"observer": "Ada Moss"},
    ):
        answer = send(**possible)
        assert answer.status_code == 201
        assert {**fair, **possible} == answer.json()
    for impossible in (
        {"celsius": -90.1},
        {"celsius": 60.1},
        {"celsius": -300},
        {"humidity": -1},
        {"humidity": 101},
        {"humidity": "wet"},
        {"observer": ""},
        {"observer": "   "},
    ):
        assert send(**impossible).status_code == 422
    assert len(READINGS) == 6
