export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    "grams" in value
  );
}

export function parcelsOf(values: readonly unknown[]): Parcel[] {
  return values.filter(isParcel);
}
