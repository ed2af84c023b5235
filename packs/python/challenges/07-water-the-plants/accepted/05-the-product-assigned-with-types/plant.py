from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        water: float = self.litres
        water *= days
        return water
