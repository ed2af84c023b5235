def affordable(pots, budget):
    chosen = [pot for pot in pots if pot["price"] <= budget]
    return [pot["name"] for pot in chosen]
