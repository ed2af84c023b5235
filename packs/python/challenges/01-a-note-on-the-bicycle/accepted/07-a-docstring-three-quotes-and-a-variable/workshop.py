def ready_note(name, days=3):
    """Note for a bicycle."""
    text = f"""{name}: ready in {days} days"""
    return text
