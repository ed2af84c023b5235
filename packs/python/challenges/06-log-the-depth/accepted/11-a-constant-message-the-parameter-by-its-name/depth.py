MSG = "depth below zero"
MIN_DEPTH = 0
def parse_depth(text):
    depth = int(text)
    if depth < MIN_DEPTH:
        raise ValueError(MSG)
    return depth
def depth_or(text, default):
    try:
        return parse_depth(text=text)
    except ValueError:
        return default
