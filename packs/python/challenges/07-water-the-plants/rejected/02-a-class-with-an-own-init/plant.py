class Plant:
    def __init__(self, name: str, litres: float, outdoors: bool = False):
        self.name = name
        self.litres = litres
        self.outdoors = outdoors

    def water_for(self, days):
        return self.litres * days
