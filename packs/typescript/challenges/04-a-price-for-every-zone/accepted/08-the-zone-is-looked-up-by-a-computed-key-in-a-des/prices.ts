export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

type PriceTable = Record<Zone, Price>;
export const PRICES = ({
  abroad: { letter: 200, parcel: 1900 },
  local: 100,
  region: { letter: 120, parcel: 450 },
}) satisfies PriceTable;
export function localPrice(count: number): number {
  return PRICES.local * count;
}
type ParcelZone = Exclude<Zone, "local">;
export function parcelPrice(zone: ParcelZone): number {
  const { [zone]: prices } = PRICES;
  return prices.parcel;
}
