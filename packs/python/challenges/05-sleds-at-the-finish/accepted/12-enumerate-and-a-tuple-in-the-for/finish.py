def ranking(results):
    board = []
    for place, (name, minutes) in enumerate(sorted(results, key=lambda t: t[1])):
        board.append(f"{name}: {minutes} min")
    return board
