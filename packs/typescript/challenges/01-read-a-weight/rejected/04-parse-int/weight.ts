export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  return typeof weight === "string" ? parseInt(weight) * 1000 : weight;
}

export function gramsOf(item: Letter | Parcel): number {
  return "grams" in item ? item.grams : item.pages * 5;
}
