def parse_depth(text):
    try:
        depth = int(text)
    except ValueError:
        return 0
    if depth < 0:
        raise ValueError("negative")
    return depth
def depth_or(text, default):
    try:
        return parse_depth(text)
    except ValueError:
        return default
