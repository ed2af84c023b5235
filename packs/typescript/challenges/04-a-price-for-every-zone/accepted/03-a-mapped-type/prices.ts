export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

export const PRICES = {
  local: 100,
  region: { letter: 120, parcel: 450 },
  abroad: { letter: 200, parcel: 1900 },
} satisfies { [Name in Zone]: Price };

export function localPrice(count: number) {
  const total = PRICES.local * count;
  return total;
}

type FarZone = "region" | "abroad";

export function parcelPrice(zone: FarZone) {
  const price = PRICES[zone];
  return price.parcel;
}
