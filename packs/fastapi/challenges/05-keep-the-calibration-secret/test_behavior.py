from fastapi.testclient import TestClient


def test_the_calibration_stays_inside():
    from main import STATIONS, app

    client = TestClient(app, follow_redirects=False)

    one = client.get("/stations/7")
    everything = client.get("/stations")

    assert one.status_code == everything.status_code == 200
    assert one.json() == {"id": 7, "name": "Harbour"}
    assert everything.json() == [
        {"id": 7, "name": "Harbour"},
        {"id": 12, "name": "Lighthouse"},
    ]
    assert STATIONS[7].calibration == 0.4817
    assert client.get("/stations/harbour").status_code == 422
