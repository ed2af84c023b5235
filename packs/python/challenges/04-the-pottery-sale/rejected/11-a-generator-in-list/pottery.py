def affordable(pots, budget):
    return list(pot["name"] for pot in pots if pot["price"] <= budget)
