// Write Result, parseGrams, orElse and totalGrams here, and export them.
