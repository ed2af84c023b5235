from dataclasses import dataclass, field


@dataclass
class Plant:
    """What stands on the balcony."""

    name: str
    litres: float
    outdoors: bool = field(default=False)

    def water_for(self, days):
        return self.litres * days
