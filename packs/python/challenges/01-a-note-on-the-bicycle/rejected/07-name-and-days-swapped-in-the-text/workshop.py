def ready_note(name, days=3):
    return f"{days}: ready in {name} days"
