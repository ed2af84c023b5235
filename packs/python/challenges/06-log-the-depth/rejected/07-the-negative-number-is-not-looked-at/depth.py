def parse_depth(text):
    return int(text)


def depth_or(text, default):
    try:
        return parse_depth(text)
    except ValueError:
        return default
