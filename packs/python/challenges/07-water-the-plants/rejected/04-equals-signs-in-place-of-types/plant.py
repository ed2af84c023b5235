from dataclasses import dataclass


@dataclass
class Plant:
    name = ""
    litres = 0.0
    outdoors = False

    def water_for(self, days):
        return self.litres * days
