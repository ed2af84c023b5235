def affordable(items, money):
    return [
        item["name"]
        for item in items
        if money >= item["price"]
    ]
