def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        kind = vehicle.lower()
        try:
            counts[kind] += 1
        except KeyError:
            counts[kind] = 1
    return counts
