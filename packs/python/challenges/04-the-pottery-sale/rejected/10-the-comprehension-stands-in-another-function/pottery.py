def expensive(pots, budget):
    return [pot["name"] for pot in pots if pot["price"] > budget]


def affordable(pots, budget):
    names = []
    for pot in pots:
        if pot["price"] <= budget:
            names.append(pot["name"])
    return names
