from fastapi.testclient import TestClient


def test_the_newest_reading_is_sent_as_json():
    from main import app

    client = TestClient(app, follow_redirects=False)

    answer = client.get("/latest")

    assert answer.status_code == 200
    reading = answer.json()
    assert isinstance(reading, dict)
    assert isinstance(reading["station"], str)
    assert isinstance(reading["celsius"], int | float)
    assert client.post("/latest").status_code == 405
