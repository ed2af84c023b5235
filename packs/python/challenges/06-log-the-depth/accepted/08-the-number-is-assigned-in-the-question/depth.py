def parse_depth(text):
    if (depth := int(text)) < 0:
        raise ValueError(f"{text!r} is not a depth") from None
    return depth

def depth_or(text, default):
    try:
        depth = parse_depth(text)
        return depth
    except ValueError as e:
        return default
