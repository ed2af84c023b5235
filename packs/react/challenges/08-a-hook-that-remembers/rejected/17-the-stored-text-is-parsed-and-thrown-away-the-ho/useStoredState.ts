import { useEffect, useState } from "react";

function read<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(key);
    if (text !== null) {
      JSON.parse(text);
    }
    return initial;
  } catch {
    return initial;
  }
}

export function useStoredState<T>(key: string, initial: T) {
  const [value, setValue] = useState<T>(() => read(key, initial));

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);

  return [value, setValue] as const;
}
