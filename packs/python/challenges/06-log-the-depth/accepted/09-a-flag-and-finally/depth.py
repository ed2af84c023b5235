def parse_depth(text):
    depth = int(text)
    is_negative = depth < 0
    if is_negative:
        raise ValueError("negative depth")
    return depth
def depth_or(text, default):
    depth = default
    try:
        depth = parse_depth(text)
    except ValueError:
        pass
    finally:
        print(depth)
    return depth
