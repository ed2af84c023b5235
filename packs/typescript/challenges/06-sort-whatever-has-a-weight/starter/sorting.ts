// Write heaviest and pluck here, and export them.
