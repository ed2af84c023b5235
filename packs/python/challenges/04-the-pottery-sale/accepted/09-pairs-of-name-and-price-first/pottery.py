def affordable(pots, budget):
    pairs = [(pot["name"], pot["price"]) for pot in pots]
    return [name for name, price in pairs if price <= budget]
