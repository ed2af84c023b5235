def fits(pot, budget):
    return pot["price"] <= budget


def affordable(pots, budget):
    return [pot["name"] for pot in pots if fits(pot, budget)]
