from collections import Counter


def count_kinds(vehicles):
    return Counter(map(str.lower, vehicles))
