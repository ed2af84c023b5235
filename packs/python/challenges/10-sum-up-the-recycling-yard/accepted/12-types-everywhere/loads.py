from collections import defaultdict
def parse(line: str) -> tuple[str, int]:
    material, kilograms = line.split(";")
    weight: int = int(kilograms)
    result = (material, weight)
    return result
def read(text: str) -> list[tuple[str, int]]:
    result: list[tuple[str, int]] = []
    for line in text.splitlines(keepends=False):
        try:
            entry = parse(line)
        except ValueError:
            continue
        result.append(entry)
    return result
def totals(loads):
    result = defaultdict(lambda: 0)
    for material, weight in loads:
        result[material] += weight
    return dict(result)
