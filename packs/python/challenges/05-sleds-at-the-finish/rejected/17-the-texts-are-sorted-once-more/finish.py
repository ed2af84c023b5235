def ranking(results):
    lines = [f"{name}: {minutes} min" for name, minutes in sorted(results, key=lambda r: r[1])]
    return sorted(lines)
