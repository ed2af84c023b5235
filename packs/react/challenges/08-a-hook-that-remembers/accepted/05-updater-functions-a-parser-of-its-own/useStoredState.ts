import { useCallback, useState, type SetStateAction } from "react";

const parse = <T,>(text: string | null, fallback: T): T => {
  if (text == null) return fallback;
  let result = fallback;
  try {
    result = JSON.parse(text);
  } catch {}
  return result;
};

export const useStoredState = <T,>(key: string, initial: T) => {
  const [value, setValue] = useState<T>(() => parse(localStorage.getItem(key), initial));

  const set = useCallback(
    (action: SetStateAction<T>) => {
      setValue((old) => {
        const next = typeof action === "function" ? (action as (old: T) => T)(old) : action;
        localStorage.setItem(key, JSON.stringify(next));
        return next;
      });
    },
    [key],
  );

  return [value, set] as const;
};
