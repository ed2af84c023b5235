class CableCar:
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.guests = 0

    def board(self, count):
        self.guests = self.guests + count

    @property
    def free(self):
        return self.seats - self.guests

    def __str__(self):
        display = f"{self.guests} of {self.seats} seats taken"
        return display
