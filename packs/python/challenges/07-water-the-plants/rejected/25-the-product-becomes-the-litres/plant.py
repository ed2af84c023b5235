from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        self.litres = self.litres * days
        return self.litres
