def honey_weights(boxes):
    found = []
    for weight in boxes:
        found.append(1200 - weight)
    return found
