import { useCallback, useState } from "react";

export function useStoredState<Value>(key: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => {
    try {
      const stored = localStorage.getItem(key);
      if (stored !== null) return JSON.parse(stored) as Value;
    } catch {
      // Broken: start anew.
    }
    return initial;
  });

  const store = useCallback(
    (next: Value) => {
      localStorage.setItem(key, JSON.stringify(next));
      setValue(next);
    },
    [key],
  );

  return [value, store] as const;
}
