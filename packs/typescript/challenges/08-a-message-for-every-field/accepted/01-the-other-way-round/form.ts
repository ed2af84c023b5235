export type Parcel = {
  code: string;
  town: string;
  grams: number;
  fragile: boolean;
};

export type ParcelPatch = Omit<Partial<Parcel>, "code">;
export type Messages<T> = Partial<Record<keyof T, string>>;

export const change = <K extends keyof ParcelPatch>(parcel: Parcel, key: K, value: Parcel[K]): Parcel => ({ ...parcel, [key]: value });

export const check = (parcel: Parcel): Messages<Parcel> => {
  const result: Messages<Parcel> = {};
  if (!parcel.town) {
    result.town = "required";
  }
  if (!(parcel.grams > 0)) {
    result.grams = "must be more than 0";
  }
  return result;
};
