EMPTY_BOX = 1200


def honey_weights(weights):
    honey = []
    for weight in weights:
        honey.append(weight - EMPTY_BOX)
    return honey
