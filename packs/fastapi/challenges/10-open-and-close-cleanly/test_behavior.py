from fastapi.testclient import TestClient


def test_a_reading_lives_while_the_store_is_open(monkeypatch):
    import store as storage

    events = []
    for name in ("open", "close"):
        plain = getattr(storage.Store, name)

        def watched(self, plain=plain, name=name):
            events.append(name)
            return plain(self)

        monkeypatch.setattr(storage.Store, name, watched)

    import main

    reading = {"station_id": 7, "celsius": -2.5}
    assert events == []
    with TestClient(main.app, follow_redirects=False) as client:
        assert events == ["open"]

        created = client.post("/readings", json=reading)
        assert created.status_code == 201
        number = created.json()["id"]
        assert created.json() == {"id": number, **reading}

        assert client.get(f"/readings/{number}").json() == created.json()
        removed = client.delete(f"/readings/{number}")
        assert removed.status_code == 204
        assert removed.content == b""
        assert client.get(f"/readings/{number}").status_code == 404
        assert client.delete(f"/readings/{number}").status_code == 404

        for impossible in (-90.5, 60.5, "cold"):
            refused = client.post("/readings", json={**reading, "celsius": impossible})
            assert refused.status_code == 422
        for edge in (-90, 60):
            assert (
                client.post("/readings", json={**reading, "celsius": edge}).status_code
                == 201
            )

        spare = storage.Store()
        spare.open()
        main.app.dependency_overrides[main.get_store] = lambda: spare
        other = client.post("/readings", json=reading).json()["id"]
        assert spare.get(other) is not None
        assert client.get(f"/readings/{other}").status_code == 200
        assert client.delete(f"/readings/{other}").status_code == 204
        assert spare.get(other) is None
        events.clear()
    assert events == ["close"]
