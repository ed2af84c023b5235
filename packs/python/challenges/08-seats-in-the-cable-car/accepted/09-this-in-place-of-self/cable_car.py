class CableCar(object):
    guests: int
    seats: int

    def __init__(this, seats):
        this.seats = seats
        this.guests = 0

    def board(this, people):
        this.guests = people + this.guests

    @property
    def free(this):
        return this.seats - this.guests

    def __str__(this):
        return f'{this.guests} of {this.seats} seats taken'
