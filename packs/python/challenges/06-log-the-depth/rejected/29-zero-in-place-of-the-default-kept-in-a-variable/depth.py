def parse_depth(text):
    number = int(text)
    if number < 0:
        raise ValueError("The depth is negative")
    return number


def depth_or(text, default):
    depth = default
    try:
        depth = parse_depth(text)
    except ValueError:
        depth = 0
    return depth
