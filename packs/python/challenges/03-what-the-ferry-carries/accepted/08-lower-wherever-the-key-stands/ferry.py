def count_kinds(vehicles):
    counts = {}
    for v in vehicles:
        if v.lower() in counts:
            counts[v.lower()] += 1
        else:
            counts[v.lower()] = 1
    return counts
