def too_loud(levels, limit):
    for db in levels:
        loud = limit < db
        if loud:
            yield db
        else:
            pass


def first_too_loud(levels, limit):
    default = None
    result = next(too_loud(levels, limit), default)
    return result
