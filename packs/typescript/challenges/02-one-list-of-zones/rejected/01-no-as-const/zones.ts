export const ZONES = ["local", "region", "abroad"];

export type Zone = (typeof ZONES)[number];

export function placeOf(zone: Zone): number {
  return ZONES.indexOf(zone);
}
