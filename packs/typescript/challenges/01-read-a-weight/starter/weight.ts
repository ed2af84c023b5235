export type Letter = { pages: number };
export type Parcel = { grams: number };

// Write toGrams and gramsOf here, and export them.
