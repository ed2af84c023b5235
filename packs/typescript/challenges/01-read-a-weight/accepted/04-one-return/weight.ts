export type Letter = { pages: number };
export type Parcel = { grams: number };

export function toGrams(weight: number | string): number {
  let grams: number;
  if (typeof weight === "string") {
    const kilograms = Number(weight);
    grams = kilograms * 1000;
  } else {
    grams = weight;
  }
  return grams;
}

export function gramsOf(item: Letter | Parcel): number {
  let grams = 0;
  if ("grams" in item) {
    grams = item.grams;
  } else {
    grams = item.pages * 5;
  }
  return grams;
}
