def ranking(results):
    lines = []
    for name, minutes in sorted(results, key=lambda result: result[1]):
        lines.append(f"{name}: {minutes} min")
    return lines
