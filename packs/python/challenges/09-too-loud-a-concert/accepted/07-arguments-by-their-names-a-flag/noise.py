def too_loud(levels, limit):
    for x in levels:
        too_quiet = x <= limit
        if not too_quiet:
            yield x
def first_too_loud(levels, limit):
    return next(too_loud(levels=levels, limit=limit), None)
