from pottery import affordable

POTS = [
    {"name": "jug", "price": 24},
    {"name": "vase", "price": 60},
    {"name": "bowl", "price": 15},
]


def test_pots_up_to_the_budget_are_named_in_their_order():
    assert affordable(POTS, 24) == ["jug", "bowl"]
    assert affordable(POTS, 100) == ["jug", "vase", "bowl"]
    assert affordable(POTS, 23) == ["bowl"]


def test_no_pot_gives_an_empty_list():
    assert affordable(POTS, 10) == []
    assert affordable([], 50) == []
