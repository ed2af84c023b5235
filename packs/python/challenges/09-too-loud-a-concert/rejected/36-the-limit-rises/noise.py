def too_loud(levels, limit):
    for level in levels:
        if level > limit:
            limit = level
            yield level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
