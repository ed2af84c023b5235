import { useStoredState } from "./useStoredState";

const NOTES_KEY = "notes";

export function Notepad() {
  const [notes, setNotes] = useStoredState(NOTES_KEY, "");

  return <textarea aria-label="Notes for the next shift" value={notes} onChange={(e) => setNotes(e.target.value)} />;
}
