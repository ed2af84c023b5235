def ready_note(name, days=3):
    return name + ": ready in " + str(days) + " days"
