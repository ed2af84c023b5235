from dataclasses import dataclass

INDOORS = False


@dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = INDOORS

    def water_for(self, how_many):
        return self.litres * how_many
