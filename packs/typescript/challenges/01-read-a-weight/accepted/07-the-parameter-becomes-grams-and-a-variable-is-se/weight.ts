export type Letter = { pages: number };
export type Parcel = { grams: number };

const toGrams = (weight: number | string): number => {
  if (typeof weight === "string") {
    weight = Number(weight) * 1_000;
  }
  return weight;
};
const gramsOf = (item: Letter | Parcel): number => {
  let grams: number;
  if ("grams" in item) grams = item.grams;
  else grams = item.pages * 5;
  return grams;
};
export { gramsOf, toGrams };
