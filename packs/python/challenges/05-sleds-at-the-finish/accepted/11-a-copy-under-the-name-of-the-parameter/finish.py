def ranking(results):
    results = list(results)
    results.sort(key=lambda r: r[1])
    return [f"{name}: {minutes} min" for name, minutes in results]
