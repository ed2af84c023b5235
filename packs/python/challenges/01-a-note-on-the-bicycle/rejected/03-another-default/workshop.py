def ready_note(name, days=5):
    return f"{name}: ready in {days} days"
