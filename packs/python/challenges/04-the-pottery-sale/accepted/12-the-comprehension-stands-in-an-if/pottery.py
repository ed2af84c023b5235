def affordable(pots, budget):
    if pots:
        return [pot["name"] for pot in pots if pot["price"] <= budget]
    return []
