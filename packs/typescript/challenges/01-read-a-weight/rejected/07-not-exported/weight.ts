export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  if (typeof weight === "string") return Number(weight) * 1000;
  return weight;
}

function gramsOf(item: Letter | Parcel): number {
  if ("grams" in item) return item.grams;
  return item.pages * 5;
}
