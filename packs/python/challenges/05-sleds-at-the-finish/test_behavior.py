import ast
import inspect

import finish
from finish import ranking


def test_the_fastest_sled_comes_first():
    assert ranking([("Comet", 61), ("Aurora", 58), ("Drift", 7)]) == [
        "Drift: 7 min",
        "Aurora: 58 min",
        "Comet: 61 min",
    ]


def test_equal_minutes_stay_in_their_order():
    assert ranking([("Comet", 61), ("Aurora", 58), ("Birch", 61)]) == [
        "Aurora: 58 min",
        "Comet: 61 min",
        "Birch: 61 min",
    ]


def test_no_results_give_an_empty_list():
    assert ranking([]) == []


def test_the_given_list_stays_as_it_is():
    results = [("Comet", 61), ("Aurora", 58)]
    ranking(results)
    assert results == [("Comet", 61), ("Aurora", 58)]


def test_the_text_is_one_f_string():
    tree = ast.parse(inspect.getsource(finish))
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    assert any(
        sum(isinstance(part, ast.FormattedValue) for part in text.values) >= 2
        for text in texts
    )
