def affordable(pots, budget):
    names = [pot["name"] for pot in pots if pot["price"] <= budget]
    if not names:
        return None
    return names
