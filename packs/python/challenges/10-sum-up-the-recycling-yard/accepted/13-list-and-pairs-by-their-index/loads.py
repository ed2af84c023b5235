def parse(line):
    parts = line.split(";")
    material, kilograms = parts
    kilograms = int(kilograms)
    return (material, kilograms)


def read(text):
    result = list()
    for line in text.splitlines():
        try:
            pair = parse(line)
        except ValueError:
            pass
        else:
            result.append(pair)
    return result


def totals(loads):
    result = {}
    for pair in loads:
        if pair[0] not in result:
            result[pair[0]] = 0
        result[pair[0]] += pair[1]
    return result
