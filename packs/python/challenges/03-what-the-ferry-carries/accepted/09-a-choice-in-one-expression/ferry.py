def count_kinds(items):
    counts = {}
    for item in items:
        key = item.lower()
        counts[key] = counts[key] + 1 if key in counts else 1
    return counts
