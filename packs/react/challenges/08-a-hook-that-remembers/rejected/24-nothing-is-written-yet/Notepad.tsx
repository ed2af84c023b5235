import { useState } from "react";

export function Notepad() {
  const [notes, setNotes] = useState("");

  return (
    <textarea
      aria-label="Notes for the next shift"
      value={notes}
      onChange={(event) => setNotes(event.target.value)}
    />
  );
}
