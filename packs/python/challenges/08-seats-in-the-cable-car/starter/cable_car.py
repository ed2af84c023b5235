class CableCar:
    def __init__(self, seats):
        pass

    # Add board, free and __str__ here.
