class CableCar:
    """A car."""
    seats: int
    guests: int

    def __init__(self, seats: int):
        self.guests = 0
        self.seats = seats

    def board(self, n: int = 1) -> None:
        self.guests = n + self.guests

    @property
    def free(self) -> int:
        free = self.seats - self.guests
        return free

    def __str__(self) -> str:
        text = f"{self.guests} of {self.seats} seats taken"
        return text
