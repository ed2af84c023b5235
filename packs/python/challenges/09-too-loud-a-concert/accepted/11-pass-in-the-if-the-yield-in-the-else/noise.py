def too_loud(levels, limit):
    for x in levels:
        if x <= limit:
            pass
        else:
            yield x

def first_too_loud(xs, lim):
    gen = too_loud(xs, lim)
    x = next(gen, None)
    return x
