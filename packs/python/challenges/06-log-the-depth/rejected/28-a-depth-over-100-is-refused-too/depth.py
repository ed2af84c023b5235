def parse_depth(text):
    number = int(text)
    if number < 0 or number > 100:
        raise ValueError("The depth is wrong")
    return number


def depth_or(text, default):
    try:
        return parse_depth(text)
    except ValueError:
        return default
