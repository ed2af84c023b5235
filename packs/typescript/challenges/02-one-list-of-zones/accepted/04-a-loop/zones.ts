export const ZONES = [
  "local",
  "region",
  "abroad",
] as const;

export type Zone = (typeof ZONES)[number];

export function placeOf(zone: Zone): number {
  for (let i = 0; i < ZONES.length; i++) {
    if (ZONES[i] === zone) return i;
  }
  return -1;
}
