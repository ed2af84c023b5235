def honey_weights(boxes):
    found = []
    for i in range(1, len(boxes)):
        found.append(boxes[i] - 1200)
    return found
