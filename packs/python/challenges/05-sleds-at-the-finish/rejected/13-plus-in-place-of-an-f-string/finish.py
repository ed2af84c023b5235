def ranking(results):
    return [name + ": " + str(minutes) + " min" for name, minutes in sorted(results, key=lambda r: r[1])]
