def depth_or(text, default):
    try:
        depth = parse_depth(text)
    except (ValueError):
        return default
    return depth


def parse_depth(text):
    depth = int(text)
    require_under_water(depth)
    return depth


def require_under_water(depth):
    if not depth >= 0:
        raise ValueError("%d is not under water" % depth)
