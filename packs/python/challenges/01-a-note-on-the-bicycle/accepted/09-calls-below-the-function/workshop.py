def ready_note(name, days=3):
    return f"{name}: ready in {days} days"


if __name__ == "__main__":
    print(ready_note("Mara", 5))
    print(ready_note("Jo"))
