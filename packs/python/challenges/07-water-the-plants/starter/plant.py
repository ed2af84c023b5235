from dataclasses import dataclass


# Make this a dataclass, and give it its fields and its method.
class Plant:
    pass
