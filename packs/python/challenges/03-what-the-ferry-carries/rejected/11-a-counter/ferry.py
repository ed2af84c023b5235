from collections import Counter
def count_kinds(vehicles):
    return Counter(v.lower() for v in vehicles)
