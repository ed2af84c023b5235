def affordable(pots, budget):
    if len(pots) == 0:
        return []
    return [pot["name"] for pot in pots if pot["price"] <= budget]
