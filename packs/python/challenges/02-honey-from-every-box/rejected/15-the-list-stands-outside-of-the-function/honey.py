found = []
def honey_weights(boxes):
    for box in boxes:
        found.append(box - 1200)
    return found
