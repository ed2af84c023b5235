import pytest


def test_a_text_becomes_a_whole_number():
    from depth import parse_depth

    assert parse_depth("18") == 18
    assert parse_depth("0") == 0
    assert parse_depth("332") == 332
    assert isinstance(parse_depth("18"), int)


@pytest.mark.parametrize("text", ["a lot", "1.5", ""])
def test_the_error_of_int_reaches_the_caller(text):
    from depth import parse_depth

    with pytest.raises(ValueError):
        parse_depth(text)


@pytest.mark.parametrize("text", ["-5", "-1"])
def test_a_negative_depth_is_an_error_with_a_message(text):
    from depth import parse_depth

    with pytest.raises(ValueError) as raised:
        parse_depth(text)
    assert str(raised.value) != ""


def test_the_default_takes_the_place_of_what_is_no_depth():
    from depth import depth_or

    assert depth_or("18", 10) == 18
    assert depth_or("0", 10) == 0
    assert depth_or("a lot", 10) == 10
    assert depth_or("-5", 10) == 10
    assert depth_or("-5", None) is None


def test_other_errors_reach_the_caller(monkeypatch):
    import depth

    with pytest.raises(TypeError):
        depth.depth_or(None, 10)

    def broken(*_given, **_named):
        raise KeyError("another error")

    monkeypatch.setattr(depth, "parse_depth", broken)
    with pytest.raises(KeyError):
        depth.depth_or("18", 10)
