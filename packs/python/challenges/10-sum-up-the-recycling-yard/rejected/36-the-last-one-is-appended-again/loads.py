def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    load = None
    for line in text.splitlines():
        try:
            load = parse(line)
        except ValueError:
            pass
        loads.append(load)
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums[material] = sums.get(material, 0) + kilograms
    return sums
