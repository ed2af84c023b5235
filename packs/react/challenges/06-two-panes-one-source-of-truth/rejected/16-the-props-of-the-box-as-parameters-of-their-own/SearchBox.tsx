type SearchBoxProps = {
  query: string;
  onQueryChange: (query: string) => void;
};

export function SearchBox(query: string, onQueryChange: (query: string) => void) {
  return (
    <input
      aria-label="Search recipes"
      value={query}
      onChange={(event) => onQueryChange(event.target.value)}
    />
  );
}
