# Write ranking here.
