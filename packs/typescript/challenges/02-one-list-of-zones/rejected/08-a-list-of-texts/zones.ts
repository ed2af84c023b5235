export const ZONES: readonly string[] = ["local", "region", "abroad"] as const;

export type Zone = (typeof ZONES)[number];

export function placeOf(zone: string): number {
  return ZONES.indexOf(zone);
}
