export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

// Write ParcelPatch, Messages, change and check here, and export the last three.
