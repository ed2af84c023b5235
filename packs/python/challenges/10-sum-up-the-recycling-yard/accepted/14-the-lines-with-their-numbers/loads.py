def parse(line: str):
    material, kilograms = line.split(";")
    return [material, int(kilograms)]


def read(text: str):
    pairs = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            pairs.append(parse(line))
        except ValueError:
            print("line", number, "is broken")
    return pairs


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums[material] = kilograms + sums.get(material, 0)
    return sums
