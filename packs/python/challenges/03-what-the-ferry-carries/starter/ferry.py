# Write count_kinds here.
