// Write Result, parseGrams, orElse and totalGrams here, and export the functions.
