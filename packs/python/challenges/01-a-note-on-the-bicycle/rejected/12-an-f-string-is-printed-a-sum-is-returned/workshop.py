def ready_note(name, days=3):
    print(f"{name}: ready in {days} days")
    return name + ": ready in " + str(days) + " days"
