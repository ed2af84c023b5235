const ZONES = ["local", "region", "abroad"] as const satisfies readonly string[];

type Zone = (typeof ZONES)[number];

function placeOf(zone: Zone): number {
  return ZONES.indexOf(zone);
}

export { placeOf, ZONES };
export type { Zone };
