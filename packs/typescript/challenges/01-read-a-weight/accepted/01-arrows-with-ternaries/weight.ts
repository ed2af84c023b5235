export type Letter = { pages: number };
export type Parcel = { grams: number };

export const toGrams = (weight: number | string) =>
  typeof weight === "number" ? weight : Number(weight) * 1000;

export const gramsOf = (item: Letter | Parcel) =>
  "pages" in item ? item.pages * 5 : item.grams;
