def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    for line in text.splitlines():
        try:
            load = parse(line)
        except ValueError:
            continue
        loads.append(load)
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        if material not in sums:
            sums[material] = 0
        sums[material] = sums[material] + kilograms
    return sums
