import { useState } from "react";

export function SearchBox() {
  const [text, setText] = useState("");

  return (
    <input
      aria-label="Search recipes"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
