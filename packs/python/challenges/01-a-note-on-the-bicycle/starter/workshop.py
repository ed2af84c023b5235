# Write ready_note here.
