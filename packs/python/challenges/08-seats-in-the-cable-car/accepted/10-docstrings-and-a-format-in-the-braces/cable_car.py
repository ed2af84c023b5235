"""The display of a cable car."""


class CableCar:
    """A car with seats."""

    def __init__(self, seats: int) -> None:
        """Begin with an empty car."""
        self.seats: int = seats
        self.guests: int = 0

    def board(self, guests: int) -> None:
        self.guests = self.guests + guests

    @property
    def free(self) -> int:
        """How many seats are free, if any."""
        return self.seats - self.guests

    def __str__(self) -> str:
        return f"{self.guests:d} of {self.seats:d} seats taken"
