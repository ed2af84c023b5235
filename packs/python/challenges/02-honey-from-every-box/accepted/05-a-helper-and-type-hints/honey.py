def honey_in(box: int) -> int:
    return box - 1200


def honey_weights(boxes: list[int]) -> list[int]:
    result: list[int] = []
    for box in boxes:
        result.append(honey_in(box))
    return result
