def ranking(results):
    ordered = sorted(results, key=lambda r: r[1])
    board = []
    for name, minutes in results:
        board.append(f"{name}: {minutes} min")
    return board
