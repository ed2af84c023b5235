def too_loud(levels, limit):
    for _, level in enumerate(levels):
        if level > limit:
            yield level


def first_too_loud(levels, limit):
    default = None
    return next(too_loud(levels, limit), default)
