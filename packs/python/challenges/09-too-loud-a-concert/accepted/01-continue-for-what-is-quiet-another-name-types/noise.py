def too_loud(levels, limit):
    for db in levels:
        if db <= limit:
            continue
        yield db


def first_too_loud(levels, limit):
    found = next(too_loud(levels, limit), None)
    return found
