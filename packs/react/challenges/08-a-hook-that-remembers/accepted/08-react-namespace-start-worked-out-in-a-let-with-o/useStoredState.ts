import * as React from "react";

export function useStoredState<Type>(key: string, initial: Type): [Type, (newValue: Type) => void] {
  const [value, setValue] = React.useState<Type>(getStart);

  function getStart() {
    let start: Type = initial;
    if (key in localStorage) {
      try {
        start = JSON.parse(localStorage[key]);
      } catch (e) {
        // not JSON: keep the initial value
      }
    }
    return start;
  }

  React.useEffect(
    function save() {
      localStorage[key] = JSON.stringify(value);
    },
    [key, value],
  );

  return [value, setValue];
}
