def too_loud(levels, limit):
    for x in iter(levels):
        if x <= limit:
            pass
        else:
            yield x
def first_too_loud(levels, limit):
    loud = next(too_loud(levels, limit), None)
    return loud
