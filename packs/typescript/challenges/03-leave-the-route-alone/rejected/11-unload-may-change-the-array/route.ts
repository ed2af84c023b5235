export type Stop = { readonly town: string; readonly parcels: number };

export function addStop(route: readonly Stop[], stop: Stop): Stop[] {
  return [...route, stop];
}

export function unload(route: Stop[], town: string): Stop[] {
  return route.map((stop) => (stop.town === town ? { ...stop, parcels: 0 } : stop));
}
