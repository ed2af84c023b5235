class CableCar:
    def __init__(self, seats):
        self.seats = seats
        self.guests = 0
        self.free = seats

    def board(self, count):
        self.guests += count

    def __str__(self):
        return f"{self.guests} of {self.seats} seats taken"
