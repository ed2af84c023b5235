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
        if kilograms > 0 and kilograms < 100:
            sums[material] = sums.get(material, 0) + kilograms
    return sums
