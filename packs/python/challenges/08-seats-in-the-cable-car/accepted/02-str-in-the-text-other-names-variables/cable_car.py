class CableCar:
    def __init__(self, size):
        self.seats = size
        self.guests = 0

    def board(self, more):
        self.guests += more

    @property
    def free(self):
        left = self.seats - self.guests
        return left

    def __str__(self):
        return f'{str(self.guests)} of {str(self.seats)} seats taken'
