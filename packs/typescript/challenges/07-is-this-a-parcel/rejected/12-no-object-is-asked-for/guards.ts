export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  return (
    value !== null &&
    value !== undefined &&
    typeof (value as Parcel).code === "string" &&
    typeof (value as Parcel).grams === "number"
  );
}

export function parcelsOf(values: readonly unknown[]): Parcel[] {
  return values.filter(isParcel);
}
