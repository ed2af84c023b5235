export interface Stop {
  readonly town: string;
  readonly parcels: number;
}

export const addStop = function (route: readonly Stop[], stop: Stop): Stop[] {
  const copy = route.slice();
  copy.push(stop);
  return copy;
};

export const unload = function (route: readonly Stop[], town: string): Stop[] {
  const copy: Stop[] = [];
  for (let i = 0; i < route.length; i++) {
    const stop = route[i];
    copy.push(stop.town === town ? { town: stop.town, parcels: 0 } : stop);
  }
  return copy;
};
