def ready_note(name, days=3):
    return (
        f"{name}: "
        f"ready in {days} days"
    )
