def honey_weights(boxes):
    result = list()
    for box in boxes:
        honey = box - 1200
        result.append(honey)
    return result
