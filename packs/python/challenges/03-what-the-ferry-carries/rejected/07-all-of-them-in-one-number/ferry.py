def count_kinds(vehicles):
    count = 0
    for vehicle in vehicles:
        kind = vehicle.lower()
        count += 1
    return count
