BOX = 1200
def honey_weights(weights):
    result = []
    if len(weights) > 0:
        for w in weights:
            result.append(w - BOX)
    return result
