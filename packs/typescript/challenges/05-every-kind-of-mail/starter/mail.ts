// Write the type Mail and the function priceOf here, and export priceOf.
