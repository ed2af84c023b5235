import { useEffect, useState } from "react";

export function useStoredState<Value>(key: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? initial : (text as Value);
    } catch {
      return initial;
    }
  });

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);

  return [value, setValue] as const;
}
