def too_loud(levels, limit):
    last = None
    for level in levels:
        if level > limit and level != last:
            yield level
        last = level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
