from dataclasses import dataclass


@dataclass
class Plant:
    # what it is called
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        return self.litres * days

    def __str__(self):
        return f"{self.name}: {self.litres} l"
