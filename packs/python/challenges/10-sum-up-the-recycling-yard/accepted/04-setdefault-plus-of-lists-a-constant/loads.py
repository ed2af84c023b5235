SEPARATOR = ";"


def parse(line):
    material, kilograms = line.split(SEPARATOR)
    return material, int(kilograms)


def read(text):
    loads = []
    for line in text.splitlines():
        try:
            loads = loads + [parse(line)]
        except ValueError:
            continue
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums.setdefault(material, 0)
        sums[material] += kilograms
    return sums
