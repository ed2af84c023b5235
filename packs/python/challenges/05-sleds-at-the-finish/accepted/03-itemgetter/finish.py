from operator import itemgetter


def ranking(results):
    return [f"{sled}: {time} min" for sled, time in sorted(results, key=itemgetter(1))]
