export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  if (typeof weight === "number") return weight * 1000;
  return Number(weight);
}

export function gramsOf(item: Letter | Parcel): number {
  if ("grams" in item) return item.grams;
  return item.pages * 5;
}
