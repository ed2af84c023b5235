"""Depths of a diving log."""
from typing import Final

MIN_DEPTH: Final[int] = 0


class NegativeDepthError(ValueError):
    """A depth above the water."""

    def __init__(self, depth: int) -> None:
        super().__init__(f"negative: {depth}")


def parse_depth(text: str) -> int:
    """Parse a depth in metres.

    Raises ValueError if the text is no number, or if the number is negative.
    """
    depth: int = int(text)
    if depth < MIN_DEPTH:
        raise ValueError(f"Depth must be at least {MIN_DEPTH}, got {depth!r}")
    return depth


def depth_or(text: str, default: int) -> int:
    try:
        depth = parse_depth(text)
    except ValueError:
        # if it is no depth, the default is returned
        return default
    return depth
