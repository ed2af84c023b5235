export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

export type ParcelPatch = Partial<Omit<Parcel, "code">>;

export type Messages<T> = { [K in keyof T]?: string };

export function change<K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[K]): Parcel {
  return { ...parcel, [key]: value };
}

const NO_TOWN = "Where to?";
const NO_WEIGHT = "How heavy?";

export function check(parcel: Parcel): Messages<Parcel> {
  const messages: Messages<Parcel> = {};
  if (!parcel.town) {
    messages.town = NO_TOWN;
  }
  if (!(parcel.grams > 0)) {
    messages.grams = NO_WEIGHT;
  }
  return messages;
}
