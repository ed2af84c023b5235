def too_loud(levels, limit):
    for level in levels:
        if level > limit:
            yield level
    yield limit


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
