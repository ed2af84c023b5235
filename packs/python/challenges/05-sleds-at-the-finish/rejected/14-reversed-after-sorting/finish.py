def ranking(results):
    return [f"{name}: {minutes} min" for name, minutes in reversed(sorted(results, key=lambda r: r[1]))]
