export const ZONES = ["local", "region", "abroad"] as const;

export type Zone = keyof typeof ZONES;

export function placeOf(zone: Zone): number {
  return ZONES.indexOf(zone as never);
}
