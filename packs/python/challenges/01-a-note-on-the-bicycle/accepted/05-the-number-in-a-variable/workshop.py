def ready_note(name, days=3):
    number_of_days = days
    return f"{name}: ready in {number_of_days} days"
