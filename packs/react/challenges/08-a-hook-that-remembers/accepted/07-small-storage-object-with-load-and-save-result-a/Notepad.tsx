import { useStoredState } from "./useStoredState";

export function Notepad() {
  const state = useStoredState("notes", "");
  return (
    <textarea
      aria-label="Notes for the next shift"
      value={state[0]}
      onChange={(event) => state[1](event.target.value)}
    />
  );
}
