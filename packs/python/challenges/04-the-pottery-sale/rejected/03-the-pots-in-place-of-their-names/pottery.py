def affordable(pots, budget):
    return [pot for pot in pots if pot["price"] <= budget]
