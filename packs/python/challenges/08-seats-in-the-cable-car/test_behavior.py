def test_a_new_car_is_empty():
    from cable_car import CableCar

    car = CableCar(8)
    assert (car.seats, car.guests, car.free) == (8, 0, 8)
    assert CableCar(4).seats == 4


def test_guests_are_added_in_each_car_by_itself():
    from cable_car import CableCar

    car, other = CableCar(8), CableCar(4)
    car.board(2)
    car.board(1)
    assert (car.guests, other.guests) == (3, 0)
    other.board(4)
    assert (car.guests, other.guests) == (3, 4)


def test_free_is_computed_whenever_it_is_read():
    from cable_car import CableCar

    car = CableCar(8)
    car.board(3)
    assert (car.free, car.free, car.guests, car.seats) == (5, 5, 3, 8)
    car.guests = 8
    assert car.free == 0
    assert isinstance(CableCar.free, property)


def test_the_display():
    from cable_car import CableCar

    car = CableCar(8)
    assert str(car) == "0 of 8 seats taken"
    car.board(3)
    assert str(car) == "3 of 8 seats taken"


def test_the_text_is_one_f_string():
    import ast
    import inspect
    import textwrap

    from cable_car import CableCar

    tree = ast.parse(textwrap.dedent(inspect.getsource(CableCar.__str__)))
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    assert any(
        sum(isinstance(part, ast.FormattedValue) for part in text.values) >= 2
        for text in texts
    )
