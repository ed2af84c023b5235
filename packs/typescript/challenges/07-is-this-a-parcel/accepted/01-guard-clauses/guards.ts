export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  if (typeof value !== "object") return false;
  if (value === null) return false;
  const candidate = value as Record<string, unknown>;
  if (typeof candidate.code !== "string") return false;
  if (typeof candidate.grams !== "number") return false;
  return true;
}

export function parcelsOf(values: unknown[]): Parcel[] {
  return values.filter((value) => isParcel(value));
}
