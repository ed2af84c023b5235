import { useState } from "react";

type SearchBoxProps = {
  query: string;
  onQueryChange: (query: string) => void;
};

export function SearchBox({ query, onQueryChange }: SearchBoxProps) {
  const [text, setText] = useState(query);

  return (
    <input
      aria-label="Search recipes"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onQueryChange(event.target.value);
      }}
    />
  );
}
