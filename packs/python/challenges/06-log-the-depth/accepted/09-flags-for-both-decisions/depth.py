def parse_depth(text):
    depth = int(text)
    is_negative = depth < 0
    if is_negative:
        raise ValueError("negative depth")
    return depth
def depth_or(text, default):
    ok = True
    try:
        depth = parse_depth(text)
    except ValueError:
        ok = False
    if ok:
        return depth
    return default
