import * as React from "react";

const parsed = (text: string | undefined): { value: unknown } | null => {
  try {
    return text === undefined ? null : { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

export const useStoredState = function <T>(key: string, initial: T) {
  const [first] = React.useState(() => parsed(localStorage[key]));
  const [value, setValue] = React.useState<T>(first ? (first.value as T) : initial);
  React.useEffect(() => {
    localStorage[key] = JSON.stringify(value);
  });
  return [value, setValue] as [T, typeof setValue];
};
