export const ZONES = ["local", "region", "abroad"] as const;

type ElementOf<List extends readonly unknown[]> = List[number];
export type Zone = ElementOf<typeof ZONES>;

export const placeOf = function (zone: Zone): number {
  const place = ZONES.indexOf(zone);
  return place;
};
