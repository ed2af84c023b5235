export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "grams" in value &&
    typeof value.grams === "number"
  );
}

export function parcelsOf(values: readonly unknown[]): Parcel[] {
  return [...values] as Parcel[];
}
