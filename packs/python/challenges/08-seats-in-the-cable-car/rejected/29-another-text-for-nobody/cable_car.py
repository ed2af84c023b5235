class CableCar:
    def __init__(self, seats):
        self.seats = seats
        self.guests = 0

    def board(self, count):
        self.guests += count

    @property
    def free(self):
        return self.seats - self.guests

    def __str__(self):
        if self.guests == 0:
            return "empty"
        return f"{self.guests} of {self.seats} seats taken"
