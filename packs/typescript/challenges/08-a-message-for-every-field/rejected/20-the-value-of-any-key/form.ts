export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

type ParcelPatch = Partial<Omit<Parcel, "code">>;

export type Messages<T> = { [K in keyof T]?: string };

export function change<K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[keyof ParcelPatch]): Parcel {
  return { ...parcel, [key]: value };
}

export function check(parcel: Parcel): Messages<Parcel> {
  const messages: Messages<Parcel> = {};
  if (parcel.town === "") {
    messages.town = "The town is missing";
  }
  if (parcel.grams <= 0) {
    messages.grams = "The weight is missing";
  }
  return messages;
}
