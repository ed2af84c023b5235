from collections import Counter


def count_kinds(vehicles):
    return Counter(vehicle.lower() for vehicle in vehicles)
