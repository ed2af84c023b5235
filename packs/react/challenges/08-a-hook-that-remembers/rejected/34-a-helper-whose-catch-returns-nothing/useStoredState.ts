import { useEffect, useState } from "react";

function read<Value>(key: string, initial: Value) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initial : JSON.parse(text);
  } catch {
    initial;
  }
}

export function useStoredState<Value>(key: string, initial: Value) {
  const [value, setValue] = useState<Value>(() => read(key, initial));

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);

  return [value, setValue] as const;
}
