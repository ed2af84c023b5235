def line(name, minutes):
    return f"{name}: {minutes} min"


def ranking(results):
    return [line(name, minutes) for name, minutes in sorted(results, key=lambda r: r[1])]
