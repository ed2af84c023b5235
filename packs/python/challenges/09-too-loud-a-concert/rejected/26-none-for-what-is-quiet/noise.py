def too_loud(levels, limit):
    for x in levels:
        if x > limit:
            yield x
        else:
            yield None
def first_too_loud(levels, limit):
    return next(too_loud(levels, limit), None)
