def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    loads = []
    for each_line in text.splitlines():
        try:
            parsed_load = parse(each_line)
        except ValueError:
            pass
        else:
            loads.append(parsed_load)
    return loads


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        if material in sums.keys():
            sums[material] = kilograms + sums[material]
        else:
            sums[material] = 0 + kilograms
    return sums
