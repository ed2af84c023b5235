def parse_depth(text):
    number = int(text)
    if number < 0:
        raise ValueError("The depth is negative")
    return number


def depth_or(text, default):
    if text is None:
        return default
    try:
        return parse_depth(text)
    except ValueError:
        return default
