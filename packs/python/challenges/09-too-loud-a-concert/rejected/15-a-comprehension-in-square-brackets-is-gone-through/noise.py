def too_loud(levels, limit):
    for level in [one for one in levels if one > limit]:
        yield level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
