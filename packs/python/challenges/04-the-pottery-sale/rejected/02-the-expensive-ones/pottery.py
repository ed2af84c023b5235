def affordable(pots, budget):
    return [pot["name"] for pot in pots if pot["price"] >= budget]
