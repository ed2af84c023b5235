export type Parcel = { code: string; grams: number };

function isParcel(input: unknown): input is Parcel {
  if (!input || typeof input !== "object") {
    return false;
  }
  const { code, grams } = input as Partial<Parcel>;
  return typeof code === "string" && typeof grams === "number";
}

function parcelsOf(values: unknown[]): Parcel[] {
  return values.filter(isParcel);
}

export { isParcel, parcelsOf };
