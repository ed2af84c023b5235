def ranking(results):
    lines = []
    for sled in sorted(results, key=lambda one: one[1]):
        name, minutes = sled
        lines.append(f"{name}: {minutes} min")
    return lines
