def honey_weights(boxes):
    result = []
    for box in boxes:
        box -= 1200
        result.append(box)
    return result
