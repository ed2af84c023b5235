def minutes_of(sled):
    _, minutes = sled
    return minutes


def ranking(results):
    ordered = sorted(results, key=minutes_of)
    return [f"{name}: {minutes} min" for name, minutes in ordered]
