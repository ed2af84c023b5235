export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  return typeof weight === "string" ? 1000 * +weight : weight;
}

export function gramsOf(item: Letter | Parcel): number {
  return "grams" in item ? item.grams : 5 * item.pages;
}
