export type Stop = { readonly town: string; readonly parcels: number };
export const addStop = (route: readonly Stop[], stop: Stop): Stop[] => [
  ...route,
  stop,
];
export const unload = (route: readonly Stop[], town: string): Stop[] =>
  route.map((stop) => {
    let next: Stop;
    if (stop.town === town) {
      next = { ...stop, parcels: 0 };
    } else {
      next = stop;
    }
    return next;
  });
