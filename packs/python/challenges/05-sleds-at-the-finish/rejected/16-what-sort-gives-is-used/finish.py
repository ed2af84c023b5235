def ranking(results):
    ordered = results.copy().sort(key=lambda r: r[1])
    return [f"{name}: {minutes} min" for name, minutes in ordered or []]
