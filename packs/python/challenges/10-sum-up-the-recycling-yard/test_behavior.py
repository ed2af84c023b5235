import pytest


def test_a_line_becomes_a_pair():
    from loads import parse

    assert tuple(parse("glass;12")) == ("glass", 12)
    assert tuple(parse(" glass;12")) == (" glass", 12)
    assert tuple(parse("scrap metal;0")) == ("scrap metal", 0)
    assert isinstance(parse("glass;12")[1], int)


@pytest.mark.parametrize("line", ["old bicycle", "glass;x", "glass;1;2", "glass;", ""])
def test_a_broken_line_is_a_value_error(line):
    from loads import parse

    with pytest.raises(ValueError):
        parse(line)


def test_broken_lines_are_skipped_and_the_others_stay_in_order():
    from loads import read

    text = "glass;12\nscrap metal;7\nold bicycle\nglass;x\n\nglass;5\n"
    assert [tuple(load) for load in read(text)] == [("glass", 12), ("scrap metal", 7), ("glass", 5)]
    assert read("nothing;at all") == []
    assert read("") == []


@pytest.mark.parametrize("kind", [KeyError, TypeError, IndexError])
def test_other_errors_reach_the_caller(monkeypatch, kind):
    import loads

    def broken(*_given, **_named):
        raise kind("another error")

    monkeypatch.setattr(loads, "parse", broken)
    with pytest.raises(kind):
        loads.read("glass;12")


def test_the_sum_of_each_material():
    from loads import totals

    loads = [("glass", 12), ("paper", 7), ("glass", 5)]
    assert dict(totals(loads)) == {"glass": 17, "paper": 7}
    assert loads == [("glass", 12), ("paper", 7), ("glass", 5)]
    assert isinstance(totals(loads), dict)
    assert dict(totals([])) == {}
    assert dict(totals([("glass", 1200), ("paper", 0), ("glass", 900)])) == {"glass": 2100, "paper": 0}
