export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

export type ParcelPatch = Partial<Omit<Parcel, "code">>;

export type Messages<T> = { [K in keyof T]: string };

export function change<K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[K]): Parcel {
  return { ...parcel, [key]: value };
}

export function check(parcel: Parcel): Messages<Parcel> {
  const messages = {} as Messages<Parcel>;
  if (parcel.town === "") messages.town = "The town is missing";
  if (parcel.grams <= 0) messages.grams = "A parcel weighs something";
  return messages;
}
