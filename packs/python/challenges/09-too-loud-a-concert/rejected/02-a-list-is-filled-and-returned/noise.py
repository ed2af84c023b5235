def too_loud(levels, limit):
    loud = []
    for level in levels:
        if level > limit:
            loud.append(level)
    return loud


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
