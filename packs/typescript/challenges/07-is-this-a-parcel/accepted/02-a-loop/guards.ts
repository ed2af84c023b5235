export type Parcel = { code: string; grams: number };

export const isParcel = (x: unknown): x is Parcel =>
  x !== null &&
  typeof x === "object" &&
  typeof (x as Parcel).code === "string" &&
  typeof (x as Parcel).grams === "number";

export const parcelsOf = (values: unknown[]): Parcel[] => {
  const parcels: Parcel[] = [];
  for (const value of values) {
    if (isParcel(value)) {
      parcels.push(value);
    }
  }
  return parcels;
};
