def affordable(pots, budget):
    names = []
    for pot in [p for p in pots if p["price"] <= budget]:
        names.append(pot["name"])
    return names
