def count_kinds(vehicles):
    kinds = []
    for vehicle in vehicles:
        kinds.append(vehicle.lower())
    counts = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return counts
