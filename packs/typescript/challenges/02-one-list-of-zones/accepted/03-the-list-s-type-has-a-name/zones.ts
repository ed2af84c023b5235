export const ZONES = ["local", "region", "abroad"] as const;

type Zones = typeof ZONES;
export type Zone = Zones[number];

export function placeOf(zone: Zone): number {
  return ZONES.findIndex((one) => one === zone);
}
