def too_loud(measured, maximum):
    for value in measured:
        loud = value > maximum
        if loud:
            yield value


def first_too_loud(measured, maximum):
    generator = too_loud(measured, maximum)
    first = next(generator, None)
    return first
