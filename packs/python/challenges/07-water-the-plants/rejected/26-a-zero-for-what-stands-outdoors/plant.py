from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        return 0 if self.outdoors else self.litres * days
