def count_kinds(vehicles):
    counts = {"car": 0, "bus": 0, "bicycle": 0}
    for vehicle in vehicles:
        kind = vehicle.lower()
        counts[kind] = counts.get(kind, 0) + 1
    return counts
