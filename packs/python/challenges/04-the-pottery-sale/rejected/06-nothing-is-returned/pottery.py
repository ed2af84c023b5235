def affordable(pots, budget):
    [pot["name"] for pot in pots if pot["price"] <= budget]
