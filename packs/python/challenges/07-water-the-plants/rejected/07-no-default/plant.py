from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool

    def water_for(self, days):
        return self.litres * days
