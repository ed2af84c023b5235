NOBODY = 0


class CableCar:
    def __init__(self, seats: int):
        self.seats: int = seats
        self.guests: int = NOBODY

    def board(self, group: int) -> None:
        """Let a group get in."""
        now = self.guests + group
        self.guests = now

    @property
    def free(self) -> int:
        taken = self.guests
        return self.seats - taken

    def __str__(self) -> str:
        guests, seats = self.guests, self.seats
        return (
            f"{guests} of "
            f"{seats} seats taken"
        )
