def ready_note(name, days=3):
    def note():
        return f'{name}: ready in {days} days'
    return note()
