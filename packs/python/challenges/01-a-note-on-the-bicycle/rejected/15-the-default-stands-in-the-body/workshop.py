def ready_note(name, days=None):
    if days is None:
        days = 3
    return f"{name}: ready in {days} days"
