def ranking(results):
    return [f"{name}: {minutes} min" for name, minutes in sorted(results)]
