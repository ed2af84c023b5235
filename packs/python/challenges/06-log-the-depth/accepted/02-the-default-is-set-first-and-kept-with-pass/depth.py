def parse_depth(text: str) -> int:
    number = int(text)
    if 0 > number:
        raise ValueError("Too high above the water")
    else:
        return number


def depth_or(text: str, default: int) -> int:
    result = default
    try:
        result = parse_depth(text)
    except ValueError:
        pass
    return result
