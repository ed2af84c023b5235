def ranking(results):
    results = sorted(results, key=lambda r: r[1])
    board = []
    for name, minutes in results:
        board.append(f"{name}: {minutes} min")
    return board
