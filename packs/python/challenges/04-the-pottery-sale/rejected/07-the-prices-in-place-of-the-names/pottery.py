def affordable(pots, budget):
    return [pot["price"] for pot in pots if pot["price"] <= budget]
