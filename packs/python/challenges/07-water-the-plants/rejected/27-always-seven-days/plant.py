from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        days = 7
        return self.litres * days
