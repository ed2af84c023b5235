def time_of(sled):
    return sled[1]


def ranking(results):
    board = []
    for name, time in sorted(results, key=time_of):
        board.append(f"{name}: {time} min")
    return board
