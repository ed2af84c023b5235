class CableCar():
    def __init__(self, number):
        self.seats = number
        self.guests = 0
    def board(self, guests):
        self.guests += guests
        return self.guests
    @property
    def free(self):
        seats = self.seats
        return seats - self.guests
    def __str__(self):
        return f"""{self.guests} of {self.seats} seats taken"""
    def __repr__(self):
        return f"CableCar({self.seats})"
