export type Stop = {
  readonly parcels: number;
  readonly town: string;
};

export function addStop(route: readonly Stop[], stop: Stop): Stop[] {
  const longer = [...route];
  longer.push(stop);
  return longer;
}

export function unload(route: readonly Stop[], town: string): Stop[] {
  const result: Stop[] = [];
  for (const stop of route) {
    if (stop.town === town) {
      result.push({ ...stop, parcels: 0 });
    } else {
      result.push(stop);
    }
  }
  return result;
}
