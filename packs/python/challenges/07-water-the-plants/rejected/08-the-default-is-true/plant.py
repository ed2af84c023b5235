from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = True

    def water_for(self, days):
        return self.litres * days
