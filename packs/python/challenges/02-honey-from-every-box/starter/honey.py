# Write honey_weights here.
