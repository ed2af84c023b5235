export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

type Editable = Omit<Parcel, "code">;
export type ParcelPatch = Partial<Editable>;

export type Messages<T> = { [K in keyof T]?: string };

export function change<K extends keyof Editable>(parcel: Parcel, key: K, value: Editable[K]): Parcel {
  const next: Parcel = { ...parcel };
  next[key] = value as Parcel[K];
  return next;
}

export function check(parcel: Parcel): Messages<Parcel> {
  return {
    ...(parcel.town === "" ? { town: "The town is missing" } : {}),
    ...(parcel.grams <= 0 ? { grams: "Not heavy enough" } : {}),
  };
}
