import { useStoredState } from "./useStoredState";

export function Notepad() {
  let notes = "";
  let setNotes = (_: string) => {};
  if (typeof localStorage !== "undefined") {
    [notes, setNotes] = useStoredState("notes", "");
  }

  return (
    <textarea
      aria-label="Notes for the next shift"
      value={notes}
      onChange={(event) => setNotes(event.target.value)}
    />
  );
}
