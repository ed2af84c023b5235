def too_loud(levels, limit):
    count = 0
    for level in levels:
        count += 1
        if level > limit:
            (yield level)


def first_too_loud(a, b):
    return next(too_loud(a, b), None)
