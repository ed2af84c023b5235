from collections.abc import Iterable, Iterator


def first_too_loud(levels: Iterable[float], limit: float) -> float | None:
    """The first level above the limit."""
    loud = too_loud(levels, limit)
    return next(loud, None)


def too_loud(levels: Iterable[float], limit: float) -> Iterator[float]:
    for level in levels:
        if not level <= limit:
            yield level
