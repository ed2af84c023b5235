export type Parcel = { code: string; grams: number };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isParcel(value: unknown): value is Parcel {
  return isObject(value) && typeof value.code === "string" && typeof value.grams === "number";
}

export function parcelsOf(values: unknown[]): Parcel[] {
  const found = values.filter(isParcel);
  return found;
}
