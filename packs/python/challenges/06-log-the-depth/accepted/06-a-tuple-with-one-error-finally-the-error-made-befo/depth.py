def parse_depth(text):
    value = int(text)
    error = ValueError("A depth is never negative", value)
    if value < 0:
        raise error
    return value


def depth_or(text, default=0):
    try:
        return parse_depth(text)
    except (ValueError,):
        return default
    finally:
        print("read", text)
