def parse(line):
    material, kilograms = line.split(";")
    kilograms = int(kilograms)
    return material, kilograms


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
        before = sums.get(material, 0)
        sums[material] = before + kilograms
    return sums
