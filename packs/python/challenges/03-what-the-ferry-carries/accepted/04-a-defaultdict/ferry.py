from collections import defaultdict


def count_kinds(vehicles):
    counts = defaultdict(int)
    for vehicle in vehicles:
        counts[vehicle.lower()] += 1
    return dict(counts)
