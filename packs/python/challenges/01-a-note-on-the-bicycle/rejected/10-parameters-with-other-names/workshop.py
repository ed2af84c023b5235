def ready_note(owner, days=3):
    return f"{owner}: ready in {days} days"
