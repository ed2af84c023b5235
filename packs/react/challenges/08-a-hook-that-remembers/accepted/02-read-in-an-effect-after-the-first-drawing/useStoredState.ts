import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

function useStoredState<T>(key: string, initial: T): readonly [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(initial);

  useEffect(() => {
    try {
      const text = localStorage.getItem(key);
      if (text !== null) setValue(JSON.parse(text));
    } catch {
      setValue(initial);
    }
  }, [key]);

  useEffect(() => {
    const text = JSON.stringify(value);
    localStorage.setItem(key, text);
  }, [key, value]);

  return [value, setValue];
}

export { useStoredState };
