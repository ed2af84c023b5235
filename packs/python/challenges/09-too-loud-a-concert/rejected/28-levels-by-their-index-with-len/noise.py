def too_loud(levels, limit):
    for i in range(len(levels)):
        if levels[i] > limit:
            yield levels[i]
def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
