def honey_weights(boxes):
    found = []
    for box in boxes:
        if box - 1200 > 0:
            found.append(box - 1200)
    return found
