"""The parts of the weather API, one file each."""
