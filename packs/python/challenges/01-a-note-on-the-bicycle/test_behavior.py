import ast
import inspect

import pytest
import workshop
from workshop import ready_note


def test_the_note_has_the_name_and_the_number():
    assert ready_note("Mara", 5) == "Mara: ready in 5 days"
    assert ready_note("Ali", 1) == "Ali: ready in 1 days"


def test_three_days_are_the_default():
    assert ready_note("Jo") == "Jo: ready in 3 days"
    assert ready_note(name="Jo", days=4) == "Jo: ready in 4 days"
    assert inspect.signature(ready_note).parameters["days"].default == 3


def test_the_name_is_needed():
    with pytest.raises(TypeError):
        ready_note()


def test_the_text_is_one_f_string():
    tree = ast.parse(inspect.getsource(workshop))
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    assert any(
        sum(isinstance(part, ast.FormattedValue) for part in text.values) >= 2
        for text in texts
    )
