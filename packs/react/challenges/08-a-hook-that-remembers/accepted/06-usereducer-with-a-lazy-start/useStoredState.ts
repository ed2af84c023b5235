import { useEffect, useReducer } from "react";

export function useStoredState<Value>(key: string, initial: Value) {
  const [value, setValue] = useReducer(
    (_old: Value, next: Value) => next,
    initial,
    (start: Value): Value => {
      const text = localStorage.getItem(key);
      if (text === null) return start;
      try {
        return JSON.parse(text);
      } catch (e) {
        return start;
      }
    },
  );

  useEffect(() => {
    const json = JSON.stringify(value);
    localStorage.setItem(key, json);
  }, [value]);

  return [value, setValue] as [Value, (next: Value) => void];
}
