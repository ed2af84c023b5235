export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

type ParcelPatch = Partial<Pick<Parcel, "town" | "grams" | "fragile">>;

type Messages<Fields> = {
  [Key in keyof Fields]?: string;
};

function change<Key extends keyof ParcelPatch>(parcel: Parcel, key: Key, value: Parcel[Key]): Parcel {
  return Object.assign({}, parcel, { [key]: value });
}

function check(parcel: Parcel): Messages<Parcel> {
  const { town, grams } = parcel;
  const messages: Messages<Parcel> = {};
  if (town.length === 0) messages.town = "Where to?";
  if (grams <= 0) messages.grams = "Too light";
  return messages;
}

export { change, check };
export type { Messages, ParcelPatch };
