export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

export type ParcelPatch = Partial<Omit<Parcel, "code">>;
export type Messages<T> = { [K in keyof T]?: string };
export function change<K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[K]): Parcel { return { ...parcel, [key]: value }; }
export function check(parcel: Parcel): Messages<Parcel> {
  const m: Messages<Parcel> = {};
  if (!parcel.town) m.grams = "t";
  if (parcel.grams <= 0) m.town = "g";
  return m;
}
