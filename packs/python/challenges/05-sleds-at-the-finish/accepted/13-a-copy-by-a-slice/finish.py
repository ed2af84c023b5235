def ranking(results):
    table = results[:]
    table.sort(key=lambda pair: pair[1])
    lines = []
    for name, time in table:
        lines.append(f"{name}: {time} min")
    return lines
