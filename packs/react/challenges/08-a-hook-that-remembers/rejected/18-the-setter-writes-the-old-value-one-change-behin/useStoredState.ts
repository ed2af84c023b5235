import { useState } from "react";

export function useStoredState<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      const text = localStorage.getItem(key);
      if (text !== null) return JSON.parse(text);
    } catch {}
    return initial;
  });

  function set(next: T) {
    setValue(next);
    localStorage.setItem(key, JSON.stringify(value));
  }

  return [value, set];
}
