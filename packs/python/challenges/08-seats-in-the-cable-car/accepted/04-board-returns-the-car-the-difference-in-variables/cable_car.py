class CableCar:
    def __init__(self, seats):
        self.seats = seats
        self.guests = 0

    def board(self, count):
        self.guests += count
        return self

    @property
    def free(self):
        total = self.seats
        taken = self.guests
        return total - taken

    def __str__(self):
        return f"{self.guests} of {self.seats} seats taken"
