from dataclasses import dataclass

@dataclass(order=True, slots=True)
class Plant:
    name: "str"
    litres: "float"
    outdoors: "bool" = False
    def water_for(self, n): return n * self.litres
