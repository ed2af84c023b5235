export type Letter = { pages: number };
export type Parcel = { grams: number };

const GRAMS_PER_KILOGRAM = 1000;
const GRAMS_PER_PAGE = 5;

export function toGrams(weight: string | number): number {
  switch (typeof weight) {
    case "number":
      return weight;
    default:
      return parseFloat(weight) * GRAMS_PER_KILOGRAM;
  }
}

export function gramsOf(item: Parcel | Letter): number {
  if ("pages" in item) {
    return GRAMS_PER_PAGE * item.pages;
  } else {
    return item.grams;
  }
}
