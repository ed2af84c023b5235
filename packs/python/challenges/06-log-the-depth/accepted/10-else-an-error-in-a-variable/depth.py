def parse_depth(text):
    depth = int(text)
    if 0 <= depth:
        return depth
    else:
        err = ValueError("no depth: " + text)
        raise err
def depth_or(text, default):
    try:
        result = parse_depth(text)
    except ValueError:
        result = default
    finally:
        pass
    return result
