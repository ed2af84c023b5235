def parse(line):
    a, b = line.split(";")
    b = int(b)
    return a, b
def read(text):
    lines = text.splitlines()
    result = []
    for i in range(len(lines)):
        try:
            result.append(parse(lines[i]))
        except ValueError as e:
            print(f"line {i}: {e}")
    return result
def totals(loads):
    sums = {}
    for load in loads:
        material = load[0]
        kg = load[1]
        if material in sums.keys():
            sums[material] += kg
        else:
            sums[material] = kg
    return sums
