class CableCar:
    def __init__(self, seats):
        self.seats = seats
        self.guests = 0

    def board(self, count):
        self.guests += count

    @property
    def free(self):
        return max(0, self.seats - self.guests)

    def __str__(self):
        return f"{self.guests} of {self.seats} seats taken"
