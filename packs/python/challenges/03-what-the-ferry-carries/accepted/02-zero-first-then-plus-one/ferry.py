def count_kinds(texts):
    result = dict()
    for text in texts:
        key = text.lower()
        if key not in result:
            result[key] = 0
        result[key] += 1
    return result
