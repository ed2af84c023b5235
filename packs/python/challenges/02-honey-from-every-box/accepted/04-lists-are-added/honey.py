def honey_weights(boxes):
    result = []
    for box in boxes:
        result += [box - 1200]
    return result
