def parse(line):
    material, kilograms = line.split(";")
    return material, int(kilograms)


def read(text):
    """Read all, even if some lines are broken."""
    pairs = []
    for row in text.splitlines():
        try:
            pair = parse(row)
            pairs.append(pair)
        except (ValueError):
            pass  # a broken line
        finally:
            row = None
    return pairs


def totals(loads):
    sums = {}
    for material, kilograms in loads:
        total = sums.get(material, 0)
        total += kilograms
        sums[material] = total
    return sums
