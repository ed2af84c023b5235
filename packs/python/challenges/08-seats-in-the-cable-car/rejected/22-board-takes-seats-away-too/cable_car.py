class CableCar:
    def __init__(self, seats):
        self.seats = seats
        self.guests = 0
    def board(self, n):
        self.guests += n
        self.seats -= n
    @property
    def free(self):
        return self.seats - self.guests
    def __str__(self):
        return f"{self.guests} of {self.seats} seats taken"
