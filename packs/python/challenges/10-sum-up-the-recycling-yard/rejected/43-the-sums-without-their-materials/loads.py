def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    for line in text.splitlines():
        try:
            loads.append(parse(line))
        except ValueError:
            continue
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums[material] = sums.get(material, 0) + kilograms
    return sums.values()
