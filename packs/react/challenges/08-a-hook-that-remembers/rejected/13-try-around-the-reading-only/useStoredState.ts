import { useEffect, useState } from "react";

export function useStoredState<T>(key: string, initial: T) {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    text = null;
  }
  const [value, setValue] = useState<T>(text ? JSON.parse(text) : initial);

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);

  return [value, setValue] as const;
}
