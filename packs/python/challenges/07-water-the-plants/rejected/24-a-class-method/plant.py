from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    @classmethod
    def water_for(cls, days):
        return cls.litres * days
