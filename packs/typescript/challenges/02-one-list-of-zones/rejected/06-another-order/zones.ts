export const ZONES = ["abroad", "region", "local"] as const;

export type Zone = (typeof ZONES)[number];

export function placeOf(zone: Zone): number {
  return ZONES.indexOf(zone);
}
