import type { Dispatch } from "react";

type SearchBoxProps = Readonly<{
  query: string;
  onQueryChange: Dispatch<string>;
}>;

function SearchBox(props: SearchBoxProps) {
  const { query, onQueryChange } = props;
  return (
    <input
      aria-label="Search recipes"
      value={query}
      onChange={(event) => {
        onQueryChange(event.target.value);
      }}
    />
  );
}

export { SearchBox };
