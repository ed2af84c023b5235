from dataclasses import dataclass


@dataclass
class Plant:
    litres: float
    name: str
    outdoors: bool = False

    def water_for(self, days):
        water: float = self.litres
        water *= days
        return water
