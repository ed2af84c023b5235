export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

export type ParcelPatch = Partial<Omit<Parcel, "code">>;
export type Messages<T> = { readonly [K in keyof T]?: string };

export function change<K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[K]): Parcel {
  return { ...parcel, [key]: value };
}

export function check(parcel: Parcel): Messages<Parcel> {
  let messages: Messages<Parcel> = {};
  if (parcel.town === "") {
    messages = { ...messages, town: "missing" };
  }
  if (0 >= parcel.grams) {
    messages = { ...messages, grams: "missing" };
  }
  return messages;
}
