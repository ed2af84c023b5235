from typing import Final

NO_GUESTS: Final = 0


class CableCar:
    def __init__(self, seats: int) -> None:
        self.seats: Final[int] = seats
        self.guests: int = NO_GUESTS

    def __str__(self) -> str:
        return (
            f"{self.guests} of {self.seats}"
            " seats taken"
        )

    def board(self, number_of_guests: int) -> "CableCar":
        self.guests = self._with(number_of_guests)
        return self

    def _with(self, more: int) -> int:
        return self.guests + more

    @property
    def free(self) -> int:
        return self.seats - self.guests
