def honey_weights(boxes):
    return [weight - 1200 for weight in boxes]
