from fastapi.testclient import TestClient


def test_a_number_in_the_path_finds_its_station():
    from main import STATIONS, app

    client = TestClient(app, follow_redirects=False)

    for number, name in ((7, "Harbour"), (12, "Lighthouse")):
        answer = client.get(f"/stations/{number}")
        assert answer.status_code == 200
        assert answer.json() == {"id": number, "name": name}

    STATIONS[99] = "Summit"
    assert client.get("/stations/99").json()["name"] == "Summit"
    assert client.get("/stations/harbour").status_code == 422
