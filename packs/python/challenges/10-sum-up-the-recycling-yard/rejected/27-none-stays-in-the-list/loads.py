def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)
def read(text):
    loads = []
    for line in text.splitlines():
        load = None
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
