// Write ZONES, Zone and placeOf here, and export them.
