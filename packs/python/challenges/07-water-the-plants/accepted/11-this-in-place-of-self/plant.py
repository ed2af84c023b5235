from dataclasses import dataclass


@dataclass(repr=True, eq=True)
class Plant:
    """Fields: name, litres, outdoors."""
    name: str; litres: float; outdoors: bool = False

    def water_for(this, days):
        return this.litres * days
