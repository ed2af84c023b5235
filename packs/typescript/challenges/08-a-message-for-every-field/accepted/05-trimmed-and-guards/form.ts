export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

export type ParcelPatch = Partial<Omit<Parcel, "code">>;
export type Messages<T> = { [Name in keyof T]?: string };

const NO_TOWN = "A town is needed";
const NO_WEIGHT = "A weight is needed";

export function change<K extends keyof ParcelPatch>(old: Parcel, name: K, to: Parcel[K]): Parcel {
  const changed = { ...old, [name]: to };
  return changed;
}

export function check(parcel: Parcel): Messages<Parcel> {
  const errors: Messages<Parcel> = {};
  if (parcel.town.trim() === "") {
    errors["town"] = NO_TOWN;
  }
  if (parcel.grams <= 0) {
    errors["grams"] = NO_WEIGHT;
  }
  return errors;
}
