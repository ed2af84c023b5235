def honey_weights(boxes):
    total = 0
    for weight in boxes:
        total += weight - 1200
    return total
