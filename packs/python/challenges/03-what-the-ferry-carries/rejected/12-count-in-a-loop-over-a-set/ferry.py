def count_kinds(vehicles):
    kinds = [v.lower() for v in vehicles]
    counts = {}
    for kind in set(kinds):
        counts[kind] = kinds.count(kind)
    return counts
