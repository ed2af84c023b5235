def parse(line):
    (material, kg) = line.split(sep=";")
    return material, int(kg)
def read(text):
    result = []
    for row in text.splitlines():
        try:
            load = parse(row)
            result += [load]
        except ValueError:
            continue
    return result
def totals(loads):
    sums = dict()
    for load in loads:
        name, kilos = load
        if name not in sums:
            sums[name] = kilos
        else:
            sums[name] = sums[name] + kilos
    return sums
