import { useStoredState } from "./useStoredState";

export function Notepad() {
  const [notes, setNotes] = useStoredState("notes", "");

  return (
    <textarea
      aria-label="Notes for the next shift"
      value={notes}
      onChange={(event) => setNotes(event.target.value)}
    />
  );
}
