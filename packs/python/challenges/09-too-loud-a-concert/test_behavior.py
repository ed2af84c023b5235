from inspect import isgeneratorfunction


def test_the_loud_levels_come_in_their_order():
    from noise import too_loud

    assert isgeneratorfunction(too_loud)
    assert list(too_loud([80, 97, 95, 102], 95)) == [97, 102]
    assert list(too_loud((102, 97), 90)) == [102, 97]
    assert list(too_loud([], 95)) == []
    assert list(too_loud([97, 97, 80, 97], 95)) == [97, 97, 97]
    assert list(too_loud([-3, 0, 2], -1)) == [0, 2]


def test_a_level_is_yielded_before_the_next_one_is_read():
    from noise import too_loud

    read = []

    def levels():
        for level in (97, 80, 99, 101):
            read.append(level)
            yield level

    loud = too_loud(levels(), 95)
    assert read == []
    assert next(loud) == 97
    assert read == [97]
    assert next(loud) == 99
    assert read == [97, 80, 99]


def test_the_first_loud_level_or_none():
    from noise import first_too_loud

    def levels():
        yield from (90, 96, 99)
        raise AssertionError("read on after the first loud level")

    assert first_too_loud(levels(), 95) == 96
    assert first_too_loud([80, 82], 95) is None
    assert first_too_loud([0], -1) == 0
    assert first_too_loud([], 95) is None
