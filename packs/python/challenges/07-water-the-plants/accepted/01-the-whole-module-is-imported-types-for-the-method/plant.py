import dataclasses


@dataclasses.dataclass
class Plant:
    name: str
    litres: float
    outdoors: bool = False

    def water_for(self, days: int) -> float:
        return self.litres * days
