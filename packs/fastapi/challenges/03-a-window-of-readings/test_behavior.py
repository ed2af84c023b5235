from fastapi.testclient import TestClient


def test_the_window_has_defaults_and_obeys_its_parameters():
    from main import app

    client = TestClient(app, follow_redirects=False)

    def hours(query=""):
        answer = client.get(f"/readings{query}")
        assert answer.status_code == 200
        return [reading["hour"] for reading in answer.json()]

    assert hours() == [6, 8, 10]
    assert hours("?limit=2") == [6, 8]
    assert hours("?limit=10") == [6, 8, 10, 12, 14, 16]
    assert hours("?since=12") == [12, 14, 16]
    assert hours("?since=9&limit=1") == [10]
    assert hours("?since=20") == []
    assert client.get("/readings?limit=many").status_code == 422
    assert client.get("/readings?since=noon").status_code == 422
