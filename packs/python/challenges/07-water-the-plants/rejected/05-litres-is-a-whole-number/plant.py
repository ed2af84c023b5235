from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: int
    outdoors: bool = False

    def water_for(self, days):
        return self.litres * days
