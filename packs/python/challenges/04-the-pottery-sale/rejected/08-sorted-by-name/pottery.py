def affordable(pots, budget):
    return sorted([pot["name"] for pot in pots if pot["price"] <= budget])
