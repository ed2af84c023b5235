def too_loud(levels, limit):
    for level in levels:
        if is_loud(level, limit):
            yield level


def is_loud(level, limit):
    return level > limit


def first_too_loud(levels, limit):
    nothing = None
    return next(too_loud(levels, limit), nothing)
