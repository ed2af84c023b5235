import { useEffect, useState } from "react";

type Json = unknown;

const storage = {
  load(key: string): Json {
    const text = localStorage.getItem(key);
    if (typeof text !== "string") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  },
  save(key: string, value: Json): void {
    localStorage.setItem(key, JSON.stringify(value));
  },
};

function useStoredState<T extends Json>(key: string, initial: T) {
  const [current, setCurrent] = useState<T>(() => {
    const loaded = storage.load(key) as T | undefined;
    return loaded === undefined ? initial : loaded;
  });

  useEffect(() => storage.save(key, current), [key, current]);

  const pair: [T, typeof setCurrent] = [current, setCurrent];
  return pair;
}

export { useStoredState };
