def honey_weights(boxes):
    for i in range(len(boxes)):
        boxes[i] = boxes[i] - 1200
    return boxes
