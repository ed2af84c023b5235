def too_loud(levels, limit):
    for level in filter(lambda level: level > limit, levels):
        yield level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
