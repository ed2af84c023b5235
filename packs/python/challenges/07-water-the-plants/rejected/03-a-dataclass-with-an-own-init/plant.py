from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def __init__(self, name, litres, outdoors=False):
        self.name = name
        self.litres = litres
        self.outdoors = outdoors

    def water_for(self, days):
        return self.litres * days
