def parse_depth(text):
    depth = int(text)
    if depth <= -1:
        raise ValueError("negative")
    return depth


def depth_or(text, fallback):
    answer = None
    try:
        answer = parse_depth(text)
    except ValueError:
        answer = fallback
    return answer
