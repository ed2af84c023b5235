def honey_weights(boxes):
    result = []
    for _, box in enumerate(boxes):
        result.append(box - 1200)
    return result
