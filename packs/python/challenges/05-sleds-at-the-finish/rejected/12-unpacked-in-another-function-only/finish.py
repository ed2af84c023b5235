def show(results):
    for name, minutes in results:
        print(name, minutes)


def ranking(results):
    return [f"{r[0]}: {r[1]} min" for r in sorted(results, key=lambda r: r[1])]
