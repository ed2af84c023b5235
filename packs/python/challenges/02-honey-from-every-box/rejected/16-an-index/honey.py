def honey_weights(boxes):
    result = []
    for i in range(len(boxes)):
        result.append(boxes[i] - 1200)
    return result
