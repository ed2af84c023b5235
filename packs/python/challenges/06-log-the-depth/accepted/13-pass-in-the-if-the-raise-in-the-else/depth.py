def parse_depth(txt):
    result = int(txt)
    if result > -1:
        pass
    else:
        raise ValueError("must not be negative", result)
    return result

def depth_or(txt, dflt):
    try:
        answer = parse_depth(txt)
    except ValueError as ve:
        answer = dflt
    else:
        pass
    return answer
