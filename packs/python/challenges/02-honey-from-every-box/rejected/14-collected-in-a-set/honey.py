def honey_weights(boxes):
    found = set()
    for box in boxes:
        found.add(box - 1200)
    return list(found)
