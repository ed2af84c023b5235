def honey_weights(boxes):
    for weight in boxes:
        found = []
        found.append(weight - 1200)
    return found
