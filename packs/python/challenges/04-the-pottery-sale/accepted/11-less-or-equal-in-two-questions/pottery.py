def affordable(items, limit):
    return [x["name"] for x in items if x["price"] < limit or x["price"] == limit]
