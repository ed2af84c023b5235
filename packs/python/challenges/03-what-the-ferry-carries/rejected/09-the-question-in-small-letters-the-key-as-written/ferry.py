def count_kinds(vehicles):
    counts = {}
    for vehicle in vehicles:
        if vehicle.lower() in counts:
            counts[vehicle] += 1
        else:
            counts[vehicle] = 1
    return counts
