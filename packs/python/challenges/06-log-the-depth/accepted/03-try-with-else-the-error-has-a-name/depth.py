SURFACE = 0


def parse_depth(s):
    n = int(s.strip() if isinstance(s, str) else s)
    if n < SURFACE:
        message = "{} is above the water".format(n)
        raise ValueError(message)
    return n


def depth_or(s, d):
    try:
        n = parse_depth(s)
    except ValueError as error:
        print(error)
        return d
    else:
        return n
