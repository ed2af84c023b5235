export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  if (value && typeof value === "object") {
    const { code, grams } = value as { code?: unknown; grams?: unknown };
    return typeof code === "string" && typeof grams === "number";
  }
  return false;
}

export function parcelsOf(values: unknown[]): Parcel[] {
  const parcels: Parcel[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!isParcel(value)) continue;
    parcels.push(value);
  }
  return parcels;
}
