export type Stop = Readonly<{ town: string; parcels: number }>;

export const addStop = (route: readonly Stop[], stop: Stop): readonly Stop[] => [...route, stop];

export const unload = (route: readonly Stop[], town: string): readonly Stop[] =>
  route.map((one) => (one.town !== town ? one : { ...one, parcels: 0 }));
