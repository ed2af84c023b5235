import { useState } from "react";

export const useStoredState = <T,>(key: string, initial: T): [T, (next: T) => void] => {
  const [value, setValue] = useState<T>(() => {
    const text = window.localStorage.getItem(key);
    if (!text) return initial;
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      return initial;
    }
  });
  const set = (next: T) => {
    setValue(next);
    window.localStorage.setItem(key, JSON.stringify(next));
  };
  return [value, set];
};
