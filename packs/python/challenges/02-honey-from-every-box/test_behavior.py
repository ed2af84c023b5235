from honey import honey_weights


def test_the_empty_box_is_subtracted_from_every_weight():
    assert honey_weights([3200, 1200, 2750]) == [2000, 0, 1550]
    assert honey_weights([1500]) == [300]
    assert honey_weights([9000, 9000]) == [7800, 7800]


def test_no_boxes_give_an_empty_list():
    assert honey_weights([]) == []


def test_the_given_list_stays_as_it_is():
    boxes = [3200, 1300]
    result = honey_weights(boxes)
    assert boxes == [3200, 1300]
    assert result is not boxes
