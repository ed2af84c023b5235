from fastapi.testclient import TestClient


def test_the_storage_can_be_replaced():
    from main import Store, app, get_store

    client = TestClient(app, follow_redirects=False)
    first = {"station_id": 7, "celsius": 4.0}
    second = {"station_id": 12, "celsius": 6.5}
    assert client.post("/readings", json=first).status_code == 201
    assert client.get("/readings").json() == [first]

    spare = Store()
    app.dependency_overrides[get_store] = lambda: spare
    assert client.get("/readings").json() == []
    answer = client.post("/readings", json=second)
    assert answer.status_code == 201
    assert answer.json() == second
    assert client.get("/readings").json() == [second]
    assert len(spare.all()) == 1

    app.dependency_overrides.clear()
    assert client.get("/readings").json() == [first]
