type Stop = { readonly town: string; readonly parcels: number };
type Route = readonly Stop[];

function addStop(route: Route, stop: Stop): Route {
  return route.concat([stop]);
}

function emptied(stop: Stop): Stop {
  return { ...stop, parcels: 0 };
}

function unload(route: Route, town: string): Route {
  return route.map((stop) => (stop.town === town ? emptied(stop) : stop));
}

export { addStop, unload };
export type { Route, Stop };
