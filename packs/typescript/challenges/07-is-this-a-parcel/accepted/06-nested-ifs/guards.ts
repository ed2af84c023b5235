export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  if (typeof value === "object" && value != null) {
    if ("code" in value && "grams" in value) {
      if (typeof value.code === "string" && typeof value.grams === "number") {
        return true;
      }
    }
  }
  return false;
}

export function parcelsOf(values: unknown[]): Parcel[] {
  return values.flatMap((value) => (isParcel(value) ? [value] : []));
}
