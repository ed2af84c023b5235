def parse(line):
    material, kg = line.strip().split(";")
    return (material.strip(), int(kg.strip()))
def read(text):
    out = []
    for line in text.splitlines():
        try:
            m, kg = parse(line)
            out.append((m, kg))
        except ValueError:
            pass
    return out
def totals(loads):
    t = {}
    for m, kg in loads:
        t[m] = t.get(m, 0) + kg
    return t
