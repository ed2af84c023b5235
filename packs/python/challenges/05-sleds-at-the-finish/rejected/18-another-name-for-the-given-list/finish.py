def ranking(results):
    ordered = results
    ordered.sort(key=lambda r: r[1])
    return [f"{name}: {minutes} min" for name, minutes in ordered]
