export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

export const PRICES = {
  local: 100,
  region: { letter: 120, parcel: 450 },

} satisfies Record<Zone, Price>;

export function localPrice(count: number): number {
  return PRICES.local * count;
}

export function parcelPrice(zone: "region" | "abroad"): number {
  return PRICES[zone].parcel;
}
