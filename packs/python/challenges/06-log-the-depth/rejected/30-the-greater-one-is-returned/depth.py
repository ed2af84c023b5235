def parse_depth(text):
    number = int(text)
    if number < 0:
        raise ValueError("The depth is negative")
    return number


def depth_or(text, default):
    try:
        return max(parse_depth(text), default)
    except ValueError:
        return default
