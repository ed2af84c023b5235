def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        counts[vehicle] = counts.get(vehicle.lower(), 0) + 1
    return counts
