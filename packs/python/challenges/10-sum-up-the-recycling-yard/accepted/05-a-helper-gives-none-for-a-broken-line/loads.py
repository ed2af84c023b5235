def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    for line in text.splitlines():
        load = parse_or_none(line)
        if load is not None:
            loads.append(load)
    return loads


def parse_or_none(line):
    try:
        return parse(line)
    except ValueError:
        return None


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums[material] = sums.get(material, 0) + kilograms
    return sums
