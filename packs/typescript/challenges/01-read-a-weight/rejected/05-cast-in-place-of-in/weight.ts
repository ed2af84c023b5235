export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  if (typeof weight === "string") return Number(weight) * 1000;
  return weight;
}

export function gramsOf(item: Letter | Parcel): number {
  if ((item as Parcel).grams) return (item as Parcel).grams;
  return (item as Letter).pages * 5;
}
