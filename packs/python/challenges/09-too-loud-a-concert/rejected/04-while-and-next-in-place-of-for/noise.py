def too_loud(levels, limit):
    iterator = iter(levels)
    while True:
        try:
            level = next(iterator)
        except StopIteration:
            return
        if level > limit:
            yield level


def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
