export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

export const PRICES = {
  local: 100,
  region: { letter: 120, parcel: 450 },
  abroad: { letter: 200, parcel: 1900 },
} satisfies Record<Zone, Price>;

export function localPrice(count: number): number {
  return PRICES.local * count;
}

export function parcelPrice(zone: string): number {
  return PRICES[zone as "region"].parcel;
}
