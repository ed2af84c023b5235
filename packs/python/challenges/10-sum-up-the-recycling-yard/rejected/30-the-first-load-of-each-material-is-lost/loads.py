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
        if material in sums:
            sums[material] += kilograms
        else:
            sums[material] = 0
    return sums
