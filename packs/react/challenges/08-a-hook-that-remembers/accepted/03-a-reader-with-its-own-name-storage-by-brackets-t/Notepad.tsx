import { useStoredState } from "./useStoredState";

function Notepad() {
  const pair = useStoredState("notes", "");
  return (
    <textarea aria-label="Notes for the next shift" value={pair[0]} onChange={({ target }) => pair[1](target.value)} />
  );
}

export { Notepad };
