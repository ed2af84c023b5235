def add(counts, kind):
    counts[kind] = counts.get(kind, 0) + 1


def count_kinds(items):
    counts = {}
    for item in items:
        add(counts, item.lower())
    return counts
