def affordable(pots, budget):
    def is_cheap(pot):
        return not pot["price"] > budget

    return [pot["name"] for pot in pots if is_cheap(pot)]
