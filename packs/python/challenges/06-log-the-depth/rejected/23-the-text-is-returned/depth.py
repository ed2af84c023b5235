def parse_depth(text):
    depth = int(text)
    if depth < 0:
        raise ValueError("negative")
    return text
def depth_or(text, default):
    try:
        return parse_depth(text)
    except ValueError:
        return default
