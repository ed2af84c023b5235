export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

const PRICES = {
  abroad: { parcel: 1900, letter: 200 },
  region: { parcel: 450, letter: 120 },
  local: 100,
} satisfies Record<Zone, Price>;

function localPrice(pieces: number): number {
  const { local } = PRICES;
  return local * pieces;
}

function parcelPrice(zone: Exclude<Zone, "local">): number {
  const { parcel } = PRICES[zone];
  return parcel;
}

export { localPrice, parcelPrice, PRICES };
