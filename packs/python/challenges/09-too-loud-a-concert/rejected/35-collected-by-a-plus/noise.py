def too_loud(levels, limit):
    seen = []
    for level in levels:
        if level > limit:
            seen += [level]
            yield level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
