export type Parcel = { code: string; grams: number };

export function isParcel(value: unknown): value is Parcel {
  const isObject = !!value && typeof value === "object";
  if (!isObject) return false;
  const record = value as { [key: string]: unknown };
  return typeof record["grams"] === "number" && typeof record["code"] === "string";
}

export function parcelsOf(values: readonly unknown[]): Parcel[] {
  const result: Parcel[] = [];
  values.forEach((value) => {
    if (isParcel(value)) result.push(value);
  });
  return result;
}
