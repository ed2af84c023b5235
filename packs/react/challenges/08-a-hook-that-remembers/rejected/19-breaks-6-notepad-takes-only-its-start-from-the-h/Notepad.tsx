import { useState } from "react";
import { useStoredState } from "./useStoredState";

export function Notepad() {
  const [storedNotes] = useStoredState("notes", "");
  const [notes, setNotes] = useState(storedNotes);

  return (
    <textarea
      aria-label="Notes for the next shift"
      value={notes}
      onChange={(event) => setNotes(event.target.value)}
    />
  );
}
