def ready_note(name, days=3):
    if days == 1:
        return f"{name}: ready in 1 day"
    return f"{name}: ready in {days} days"
