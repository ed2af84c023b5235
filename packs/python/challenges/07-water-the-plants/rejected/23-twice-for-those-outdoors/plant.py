from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days):
        if self.outdoors:
            return self.litres * days * 2
        return self.litres * days
