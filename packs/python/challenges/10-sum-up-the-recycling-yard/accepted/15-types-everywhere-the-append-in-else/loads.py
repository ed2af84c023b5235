"""Loads."""
from __future__ import annotations

SEPARATOR = ";"

Load = tuple[str, int]

def parse(line: str) -> Load:
    """Split one line."""
    material, weight = line.split(SEPARATOR)
    return (material, int(weight))


def read(text: str) -> list[Load]:
    """All loads; if a line is broken, it is skipped."""
    loads: list[Load] = []
    for line in text.splitlines():
        try:
            load = parse(line)
        except ValueError:
            continue
        else:
            loads.append(load)
    return loads


def totals(loads: list[Load]) -> dict[str, int]:
    result: dict[str, int] = {}
    for material, weight in loads:
        result[material] = result.get(material, 0) + weight
    return result
