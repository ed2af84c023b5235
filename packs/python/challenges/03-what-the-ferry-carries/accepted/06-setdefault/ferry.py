def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        kind = vehicle.lower()
        counts.setdefault(kind, 0)
        counts[kind] += 1
    return counts
