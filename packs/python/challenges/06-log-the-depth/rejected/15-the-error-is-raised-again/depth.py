def parse_depth(text):
    depth = int(text)
    if depth < 0:
        raise ValueError(f"A depth cannot be negative: {depth}")
    return depth


def depth_or(text, default):
    try:
        return parse_depth(text)
    except ValueError:
        raise
