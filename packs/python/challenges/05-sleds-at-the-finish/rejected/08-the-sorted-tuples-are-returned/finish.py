def ranking(results):
    ordered = sorted(results, key=lambda sled: sled[1])
    for name, minutes in ordered:
        print(f"{name}: {minutes} min")
    return ordered
