export type Stop = { readonly town: string; readonly parcels: number };

export function addStop(route: readonly Stop[], stop: Stop) {
  const longer = [...route, stop];
  return longer;
}

export function unload(route: readonly Stop[], name: string) {
  const result = route.map((stop) => {
    const { town } = stop;
    return town === name ? Object.assign({}, stop, { parcels: 0 }) : stop;
  });
  return result;
}
