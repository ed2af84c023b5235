def ready_note(name, days=3):
    note = f"{name}: ready in {days} days"
    return note
