export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  let result = 0;
  if (typeof weight === "number") result = weight;
  if (typeof weight === "string") result = 1000 * +weight;
  return result;
}
export function gramsOf(item: Letter | Parcel): number {
  let weight = 0;
  if ("grams" in item) weight = item.grams;
  if ("pages" in item) weight = item.pages * 5;
  return weight;
}
