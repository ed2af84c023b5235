export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

type ParcelPatch = Partial<Omit<Parcel, "code">>;
type Messages<T> = { [K in keyof T]?: string };
function change<K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[K]): Parcel {
  return { ...parcel, [key]: value };
}
function check(parcel: Parcel): Messages<Parcel> {
  const town = parcel.town ? undefined : "Where to?";
  const grams = parcel.grams <= 0 ? "How heavy?" : undefined;
  return { town, grams };
}
export { type Messages, change, check };
