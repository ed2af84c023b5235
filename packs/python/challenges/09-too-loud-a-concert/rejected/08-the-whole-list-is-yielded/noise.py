def too_loud(levels, limit):
    yield [level for level in levels if level > limit]


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
