export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: unknown): number {
  if (typeof weight === "string") return Number(weight) * 1000;
  if (typeof weight === "number") return weight;
  throw new Error("no weight");
}

export function gramsOf(item: Letter | Parcel): number {
  if ("grams" in item) return item.grams;
  return item.pages * 5;
}
