// Write and export the hook useStoredState here.
