export const ZONES = { local: 0, region: 1, abroad: 2 } as const;

export type Zone = keyof typeof ZONES;

export function placeOf(zone: Zone): number {
  return ZONES[zone];
}
