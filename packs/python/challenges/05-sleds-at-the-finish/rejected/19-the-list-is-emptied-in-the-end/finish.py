def ranking(results):
    board = []
    for name, minutes in sorted(results, key=lambda r: r[1]):
        board.append(f"{name}: {minutes} min")
    results.clear()
    return board
