def too_loud(levels, limit):
    for level in levels:
        if level > limit:
            yield level


def first_too_loud(levels, limit):
    loud = too_loud(levels, limit)
    next(loud, None)
    return next(loud, None)
