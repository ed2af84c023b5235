def affordable(pots, budget):
    return ", ".join([pot["name"] for pot in pots if pot["price"] <= budget])
