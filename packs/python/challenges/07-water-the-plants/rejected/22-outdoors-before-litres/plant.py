from dataclasses import dataclass


@dataclass(kw_only=True)
class Plant:
    outdoors: bool = False
    name: str
    litres: float

    def water_for(self, days):
        return self.litres * days
