from dataclasses import dataclass


@dataclass(frozen=True)
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        water = days * self.litres
        return water
