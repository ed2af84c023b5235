import { useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useStoredState<T>(key: string, initial: T): [T, (next: T) => void] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));

  const value = useMemo((): T => {
    if (text === null) return initial;
    try {
      return JSON.parse(text);
    } catch {
      return initial;
    }
  }, [text]);

  const setValue = (next: T) => {
    localStorage.setItem(key, JSON.stringify(next));
    listeners.forEach((notify) => notify());
  };

  return [value, setValue];
}
