def too_loud(levels, limit):
    for x in iter(levels):
        if x <= limit:
            pass
        else:
            yield x
def first_too_loud(levels, limit):
    try:
        loud = next(too_loud(levels, limit))
    except StopIteration:
        loud = None
    return loud
