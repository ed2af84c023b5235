def ready_note(name, days=3):
    return f"{name}: ready in {days} days."
