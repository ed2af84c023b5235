USUAL_DAYS = 3


def ready_note(name, days=USUAL_DAYS):
    return f'{name}: ready in {days} days'
