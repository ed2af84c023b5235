class Store:
    """Readings by their numbers. It answers only while it is open."""

    def __init__(self):
        self._readings: dict[int, dict] | None = None
        self._last = 0

    def open(self):
        self._readings = {}

    def close(self):
        self._readings = None

    def add(self, station_id: int, celsius: float) -> dict:
        """Keeps a reading and returns it with its number, `id`."""
        readings = self._opened()
        self._last += 1
        reading = {"id": self._last, "station_id": station_id, "celsius": celsius}
        readings[self._last] = reading
        return reading

    def get(self, number: int) -> dict | None:
        """The reading with this number, or None."""
        return self._opened().get(number)

    def remove(self, number: int) -> bool:
        """Removes the reading; False when there was none."""
        return self._opened().pop(number, None) is not None

    def _opened(self) -> dict[int, dict]:
        if self._readings is None:
            raise RuntimeError("the store is not open")
        return self._readings


STORE = Store()
