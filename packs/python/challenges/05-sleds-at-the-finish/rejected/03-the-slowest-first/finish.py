def ranking(results):
    ordered = sorted(results, key=lambda sled: sled[1], reverse=True)
    return [f"{name}: {minutes} min" for name, minutes in ordered]
