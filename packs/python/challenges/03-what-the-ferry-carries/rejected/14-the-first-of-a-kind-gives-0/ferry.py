def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        kind = vehicle.lower()
        if kind in counts:
            counts[kind] += 1
        else:
            counts[kind] = 0
    return counts
