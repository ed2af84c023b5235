import { useStoredState } from "./useStoredState";

export const Notepad = () => {
  const notepad = useStoredState("notes", "");
  const [notes, setNotes] = notepad;
  return (
    <textarea
      aria-label="Notes for the next shift"
      value={notes}
      onChange={({ target }) => setNotes(target.value)}
    />
  );
};
