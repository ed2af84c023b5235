from dataclasses import KW_ONLY, dataclass, field

Litres = float


@dataclass(eq=True, repr=True)
class Plant:
    name: str = field(compare=True)
    litres: Litres = field()
    _: KW_ONLY
    outdoors: bool = field(default=False, kw_only=True)

    def water_for(self, days: float) -> Litres:
        return days * self.litres
