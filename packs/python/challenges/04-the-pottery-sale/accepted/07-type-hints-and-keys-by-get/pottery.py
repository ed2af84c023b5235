def affordable(pots: list[dict], budget: float) -> list[str]:
    return [pot.get("name") for pot in pots if pot.get("price") <= budget]
