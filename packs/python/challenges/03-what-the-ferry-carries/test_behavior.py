from ferry import count_kinds


def test_each_kind_is_counted_in_small_letters():
    assert count_kinds(["car", "Bus", "Car", "bicycle"]) == {
        "car": 2,
        "bus": 1,
        "bicycle": 1,
    }
    assert count_kinds(["VAN", "van", "Van", "vAN"]) == {"van": 4}


def test_no_vehicles_give_an_empty_dictionary():
    result = count_kinds([])
    assert isinstance(result, dict)
    assert result == {}


def test_the_given_list_stays_as_it_is():
    vehicles = ["Car", "bus"]
    count_kinds(vehicles)
    assert vehicles == ["Car", "bus"]
