def ready_note(name, days):
    return f"{name}: ready in {days} days"
