from dataclasses import dataclass


@dataclass
class Plant:
    name: str = ""
    litres: float = 0.0
    outdoors: bool = False

    def water_for(self, days):
        return self.litres * days
