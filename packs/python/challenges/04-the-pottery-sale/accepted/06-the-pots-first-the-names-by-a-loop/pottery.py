def affordable(pots, budget):
    chosen = [pot for pot in pots if pot["price"] <= budget]
    names = []
    for pot in chosen:
        names.append(pot["name"])
    return names
