def ranking(results):
    sorted(results, key=lambda sled: sled[1])
    return [f"{name}: {minutes} min" for name, minutes in results]
