class CableCar(object):
    def __init__(self, seats=8):
        self.seats, self.guests = seats, 0

    def board(self, count):
        self.guests += count

    @property
    def free(self):
        return self.seats - self.guests

    def __str__(self):
        return f"{self.guests} of {self.seats} seats taken"
