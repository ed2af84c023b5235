export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

export const PRICES: Record<Zone, Price> = {
  local: 100,
  region: { letter: 120, parcel: 450 },
  abroad: { letter: 200, parcel: 1900 },
};

export function localPrice(count: number): number {
  return (PRICES.local as number) * count;
}

export function parcelPrice(zone: "region" | "abroad"): number {
  return (PRICES[zone] as { parcel: number }).parcel;
}
