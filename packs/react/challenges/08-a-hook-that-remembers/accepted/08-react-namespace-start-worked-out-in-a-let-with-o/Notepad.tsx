import { useStoredState as useStored } from "./useStoredState";

export function Notepad() {
  const [text, setText] = useStored("notes", "");

  return (
    <textarea
      aria-label="Notes for the next shift"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
      }}
    />
  );
}
