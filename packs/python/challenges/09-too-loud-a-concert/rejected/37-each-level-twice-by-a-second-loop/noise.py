def too_loud(levels, limit):
    for level in levels:
        if level > limit:
            for _ in range(2):
                yield level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
