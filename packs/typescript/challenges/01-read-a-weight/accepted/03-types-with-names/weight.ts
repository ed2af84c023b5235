export type Letter = { pages: number };
export type Parcel = { grams: number };

type Weight = number | string;
type Item = Letter | Parcel;

function toGrams(value: Weight): number {
  if (typeof value !== "string") {
    return value;
  }
  return Number.parseFloat(value) * 1000;
}

function gramsOf(thing: Item): number {
  if (!("grams" in thing)) return thing.pages * 5;
  return thing.grams;
}

export { gramsOf, toGrams };
