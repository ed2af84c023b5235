def parse(line):
    parts = line.split(";")
    return parts[0], int(parts[1])
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
    return sums
