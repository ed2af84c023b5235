def honey_weights(boxes):
    if not boxes:
        return []
    result = []
    for box in boxes:
        result.append(box - 1200)
    return result
