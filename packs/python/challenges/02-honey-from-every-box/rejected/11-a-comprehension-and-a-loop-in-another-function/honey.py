def show(boxes):
    for box in boxes:
        print(box)


def honey_weights(boxes):
    return [box - 1200 for box in boxes]
