def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        kind = vehicle.lower()
        counts[kind] = 1
    return counts
