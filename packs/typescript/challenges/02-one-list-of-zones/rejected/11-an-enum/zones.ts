export enum ZONES {
  local,
  region,
  abroad,
}

export type Zone = keyof typeof ZONES;

export function placeOf(zone: Zone): number {
  return ZONES[zone];
}
