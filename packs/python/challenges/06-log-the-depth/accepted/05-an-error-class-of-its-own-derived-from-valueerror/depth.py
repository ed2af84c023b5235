class NoDepth(ValueError):
    pass


def parse_depth(text):
    if int(text) < 0:
        raise NoDepth("not a depth")
    return int(text)


def depth_or(text, default):
    """The depth, or the default."""
    try:
        return parse_depth(text)
    except ValueError:
        pass
    return default
