from collections import Counter


def totals(pairs):
    counter = Counter()
    for material, weight in pairs:
        counter[material] += weight
    return dict(counter)


def read(text):
    good = []
    lines = text.splitlines()
    for line in lines:
        try:
            pair = parse(line)
            good.append(pair)
        except ValueError as error:
            print(error)
    return good


def parse(line: str) -> tuple[str, int]:
    """One load."""
    material, weight = line.split(";")
    kilograms = int(weight)
    return [material, kilograms]
