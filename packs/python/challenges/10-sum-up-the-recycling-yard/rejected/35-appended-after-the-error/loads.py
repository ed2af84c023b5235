def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    for line in text.splitlines():
        load = ("", 0)
        try:
            load = parse(line)
        except ValueError:
            print("broken")
        loads.append(load)
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums[material] = sums.get(material, 0) + kilograms
    return sums
