def ranking(results):
    results.sort(key=lambda sled: sled[1])
    return [f"{name}: {minutes} min" for name, minutes in results]
