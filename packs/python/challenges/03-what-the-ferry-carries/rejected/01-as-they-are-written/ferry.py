def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        counts[vehicle] = counts.get(vehicle, 0) + 1
    return counts
