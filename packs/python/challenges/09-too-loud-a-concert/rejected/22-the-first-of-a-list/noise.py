def too_loud(levels, limit):
    for level in levels:
        if level > limit:
            yield level


def first_too_loud(levels, limit):
    loud = list(too_loud(levels, limit))
    return loud[0] if loud else None
