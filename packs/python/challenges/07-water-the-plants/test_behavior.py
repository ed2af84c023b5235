from dataclasses import fields, is_dataclass
from typing import get_type_hints

import pytest


def test_a_plant_is_a_dataclass_with_three_typed_fields():
    from plant import Plant

    assert is_dataclass(Plant)
    assert [field.name for field in fields(Plant)][:3] == ["name", "litres", "outdoors"]
    hints = get_type_hints(Plant)
    assert [hints[name] for name in ("name", "litres", "outdoors")] == [str, float, bool]
    assert Plant(name="Fern", litres=0.5) == Plant(name="Fern", litres=0.5, outdoors=False)
    assert "Fern" in repr(Plant(name="Fern", litres=0.5))


def test_name_and_litres_have_to_be_given():
    from plant import Plant

    for given in ({}, {"name": "Fern"}, {"litres": 0.5}):
        with pytest.raises(TypeError):
            Plant(**given)


def test_a_plant_stands_indoors_unless_it_is_said():
    from plant import Plant

    assert Plant(name="Fern", litres=0.5).outdoors is False
    assert Plant(name="Lemon tree", litres=1.5, outdoors=True).outdoors is True


def test_water_for_some_days():
    from plant import Plant

    assert Plant(name="Fern", litres=0.5).water_for(4) == 2.0
    assert Plant(name="Lemon tree", litres=1.5, outdoors=True).water_for(3) == 4.5
    assert Plant(name="Cactus", litres=0.25).water_for(0) == 0
    assert Plant(name="Fern", litres=0.25).water_for(3) == 0.75


def test_water_for_leaves_the_plant_as_it_is():
    from plant import Plant

    fern = Plant(name="Fern", litres=0.5)
    fern.water_for(4)
    assert fern == Plant(name="Fern", litres=0.5)
    assert fern.water_for(4) == 2.0
