export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

// Write PRICES, localPrice and parcelPrice here, and export them.
