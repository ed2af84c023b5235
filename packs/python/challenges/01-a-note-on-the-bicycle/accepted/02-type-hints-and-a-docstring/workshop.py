def ready_note(name: str, days: int = 3) -> str:
    """Returns the note for a bicycle."""
    return f"{name}: ready in {days} days"
