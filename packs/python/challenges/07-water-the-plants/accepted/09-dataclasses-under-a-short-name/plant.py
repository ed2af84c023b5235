import dataclasses as dc

@dc.dataclass
class Plant:
    """A plant."""
    name: str
    litres: float
    outdoors: bool = dc.field(default=False)

    def water_for(self, days: int) -> float:
        """Litres needed."""
        per_day = self.litres
        needed = per_day * days
        return needed
