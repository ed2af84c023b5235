def honey_weights(boxes):
    found = []
    for weight in boxes:
        found.append(weight - 1200)
