export type Letter = { pages: number };
export type Parcel = { grams: number };

function fromKilograms(text: string): number {
  return Number(text.trim()) * 1000;
}

export function toGrams(weight: number | string): number {
  if (typeof weight === "number") return weight;
  if (typeof weight === "string") return fromKilograms(weight);
  throw new Error("A weight is a number or a text");
}

export function gramsOf(item: Letter | Parcel): number {
  if ("grams" in item) return item.grams;
  if ("pages" in item) return item.pages * 5;
  return 0;
}
