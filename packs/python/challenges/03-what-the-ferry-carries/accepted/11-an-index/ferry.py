def count_kinds(items):
    counts = dict()
    for i in range(len(items)):
        key = items[i].lower()
        counts[key] = 1 + counts.get(key, 0)
    return counts
