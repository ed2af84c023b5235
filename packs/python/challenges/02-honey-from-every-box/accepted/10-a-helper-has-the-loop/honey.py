def without_box(boxes, tare):
    result = []
    for box in boxes:
        result.append(box - tare)
    return result


def honey_weights(boxes):
    return without_box(boxes, 1200)
