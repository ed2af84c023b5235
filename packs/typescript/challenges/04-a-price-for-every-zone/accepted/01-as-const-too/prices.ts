export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

export const PRICES = {
  local: 100,
  region: { letter: 120, parcel: 450 },
  abroad: { letter: 200, parcel: 1900 },
} as const satisfies Record<Zone, Price>;

export const localPrice = (count: number) => count * PRICES.local;
export const parcelPrice = (zone: "abroad" | "region") => PRICES[zone].parcel;
