def affordable(budget, pots):
    return [pot["name"] for pot in pots if pot["price"] <= budget]
