export type Parcel = { code: string; grams: number };

// Write isParcel and parcelsOf here, and export them.
