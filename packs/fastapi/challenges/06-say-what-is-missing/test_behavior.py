from fastapi.testclient import TestClient


def test_a_missing_station_is_named_in_the_answer():
    from main import app

    client = TestClient(app, follow_redirects=False, raise_server_exceptions=False)

    assert client.get("/stations/12").json() == {"id": 12, "name": "Lighthouse"}
    assert client.get("/stations/12/readings").json() == [8.5, 9.0]
    for path in ("/stations/99", "/stations/99/readings"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "99" in str(answer.json()["detail"])
    assert "31" in str(client.get("/stations/31").json()["detail"])
