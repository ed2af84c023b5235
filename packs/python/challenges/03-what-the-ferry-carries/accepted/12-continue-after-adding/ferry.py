def count_kinds(items):
    counts = {}
    for item in items:
        key = item.lower()
        if key in counts:
            counts[key] += 1
            continue
        counts[key] = 1
    return counts
