def ranking(results: list[tuple[str, int]]) -> list[str]:
    lines = []
    for name, minutes in sorted(results, key=lambda r: r[1]):
        lines.append(f"{name}: {minutes} min")
    return lines
