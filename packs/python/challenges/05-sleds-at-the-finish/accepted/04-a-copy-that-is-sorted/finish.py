def ranking(results):
    copy = list(results)
    copy.sort(key=lambda sled: sled[1])
    return [f"{name}: {minutes} min" for name, minutes in copy]
