def text_of(owner, number):
    return f"{owner}: ready in {number} days"


def ready_note(name, days=3):
    return text_of(name, days)
