export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

const REGION = { letter: 120, parcel: 450 };
const ABROAD = { letter: 200, parcel: 1900 };

export const PRICES = {
  local: 100,
  region: REGION,
  abroad: ABROAD,
} satisfies Record<Zone, number | { letter: number; parcel: number }>;

export function localPrice(count: number): number {
  return PRICES.local * count;
}

export function parcelPrice(zone: Exclude<keyof typeof PRICES, "local">): number {
  return PRICES[zone].parcel;
}
