export const ZONES = ["local", "region", "abroad"] as const;

export type Zone = "local" | "region" | "abroad";

export function placeOf(zone: Zone): number {
  return ZONES.indexOf(zone);
}
