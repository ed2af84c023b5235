def too_loud(measured, maximum):
    for value in measured:
        loud = value > maximum
        if loud:
            yield value


def first_too_loud(measured, maximum):
    generator = too_loud(measured, maximum)
    try:
        first = next(generator)
    except StopIteration:
        first = None
    return first
