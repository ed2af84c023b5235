export interface Stop {
  readonly town: string;
  readonly parcels: number;
}

export function addStop(route: ReadonlyArray<Stop>, stop: Stop): ReadonlyArray<Stop> {
  return route.concat(stop);
}

export function unload(route: ReadonlyArray<Stop>, town: string): ReadonlyArray<Stop> {
  return route.map((stop) => {
    if (stop.town === town) {
      return { town, parcels: 0 };
    }
    return stop;
  });
}
