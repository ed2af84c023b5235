def count_kinds(vehicles):
    for i in range(len(vehicles)):
        vehicles[i] = vehicles[i].lower()
    counts = {}
    for kind in vehicles:
        counts[kind] = counts.get(kind, 0) + 1
    return counts
