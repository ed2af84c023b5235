def too_loud(levels, limit):
    for x in levels:
        if not limit >= x:
            yield x
def first_too_loud(levels, limit):
    loud_ones = iter(too_loud(levels, limit))
    return next(loud_ones, None)
