def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    for line in text.splitlines():
        try:
            load = parse(line)
            loads.append(load)
        except ValueError as error:
            report(line, error)
    return loads


def report(line, error):
    print("skipped", line, error)


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        sums[material] = sums.get(material, 0) + kilograms
    return sums
