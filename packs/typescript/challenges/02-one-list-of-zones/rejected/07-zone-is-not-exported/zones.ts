export const ZONES = ["local", "region", "abroad"] as const;

type Zone = (typeof ZONES)[number];

export function placeOf(zone: Zone): number {
  return ZONES.indexOf(zone);
}
