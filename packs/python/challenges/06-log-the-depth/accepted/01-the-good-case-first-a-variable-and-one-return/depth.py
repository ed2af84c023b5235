def parse_depth(written):
    metres = int(written)
    if metres >= 0:
        return metres
    raise ValueError("below zero: " + str(metres))


def depth_or(written, otherwise):
    try:
        metres = parse_depth(written)
    except ValueError:
        metres = otherwise
    return metres
