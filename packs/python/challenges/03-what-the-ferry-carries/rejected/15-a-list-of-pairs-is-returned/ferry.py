def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        kind = vehicle.lower()
        counts[kind] = counts.get(kind, 0) + 1
    return list(counts.items())
