from dataclasses import dataclass


@dataclass(init=False)
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        return self.litres * days
