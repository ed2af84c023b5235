# Write affordable here.
