def affordable(pots, budget):
    return [p["name"] for p in pots if not p["price"] > budget]
