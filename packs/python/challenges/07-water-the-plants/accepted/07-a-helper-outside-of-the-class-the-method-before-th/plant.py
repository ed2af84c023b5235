from dataclasses import dataclass


def times(amount, count):
    return amount * count


@dataclass()
class Plant:
    def water_for(self, days):
        return times(self.litres, days)

    name: str
    litres: float
    outdoors: bool = False
