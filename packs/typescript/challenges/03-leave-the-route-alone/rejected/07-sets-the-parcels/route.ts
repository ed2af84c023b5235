export type Stop = { readonly town: string; readonly parcels: number };

export function addStop(route: readonly Stop[], stop: Stop): Stop[] {
  return [...route, stop];
}

export function unload(route: readonly Stop[], town: string): Stop[] {
  for (const stop of route) {
    if (stop.town === town) (stop as { parcels: number }).parcels = 0;
  }
  return [...route];
}
