def count_kinds(vehicles):
    kinds = [vehicle.lower() for vehicle in vehicles]
    return {kind: kinds.count(kind) for kind in kinds}
