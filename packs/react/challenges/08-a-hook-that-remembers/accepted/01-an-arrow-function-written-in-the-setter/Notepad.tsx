import { useStoredState } from "./useStoredState";

export const Notepad = () => {
  const [notes, setNotes] = useStoredState<string>("notes", "");
  return (
    <textarea aria-label="Notes for the next shift" value={notes} onChange={(event) => setNotes(event.target.value)} />
  );
};
