class CableCar:
    def __init__(self, seats):
        self.seats = seats
        self.guests = 0
        self.left = seats

    def board(self, count):
        self.guests += count
        self.left = self.seats - self.guests

    @property
    def free(self):
        return self.left

    def __str__(self):
        return f"{self.guests} of {self.seats} seats taken"
