export type Zone = "local" | "region" | "abroad";
export type Price = number | { letter: number; parcel: number };

const PRICES = {
  "local": 100,
  "region": { "letter": 120, "parcel": 450 },
  "abroad": { "letter": 200, "parcel": 1900 }
} satisfies Record<Zone, Price>

function localPrice(count: number) {
  return PRICES["local"] * count
}

function parcelPrice(zone: "abroad" | "region") {
  if (zone === "abroad") {
    return PRICES.abroad.parcel
  }
  return PRICES.region.parcel
}

export { PRICES, localPrice, parcelPrice }
