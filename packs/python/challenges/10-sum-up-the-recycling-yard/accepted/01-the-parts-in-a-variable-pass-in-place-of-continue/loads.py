def parse(line):
    parts = line.split(";")
    name, weight = parts
    return (name, int(weight))


def read(text):
    loads = []
    for line in text.splitlines():
        try:
            loads.append(parse(line))
        except ValueError:
            pass
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        if material in sums:
            sums[material] += kilograms
        else:
            sums[material] = kilograms
    return sums
