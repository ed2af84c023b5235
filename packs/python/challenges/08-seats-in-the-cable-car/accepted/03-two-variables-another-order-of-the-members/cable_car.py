class CableCar:
    """A car of the cable railway."""

    def __str__(self):
        guests = self.guests
        return f"{guests} of {self.seats} " f"seats taken"

    @property
    def free(self):
        return self.seats - self.guests

    def board(self, newcomers):
        self.guests = newcomers + self.guests

    def __init__(self, number_of_seats):
        self.guests = 0
        self.seats = number_of_seats
