def honey_weights(boxes):
    if not boxes:
        return None
    found = []
    for box in boxes:
        found.append(box - 1200)
    return found
