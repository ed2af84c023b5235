from dataclasses import dataclass as data


@data
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days=1):
        return self.litres * days

    def is_thirsty(self):
        return self.litres > 1
