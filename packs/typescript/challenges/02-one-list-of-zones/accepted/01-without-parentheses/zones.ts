export const ZONES = ["local", "region", "abroad"] as const;
export type Zone = typeof ZONES[number];
export const placeOf = (zone: Zone) => ZONES.indexOf(zone);
