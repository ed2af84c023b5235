type SearchBoxProps = { query: string; onQueryChange: (query: string) => void };
export const SearchBox = ({ query, onQueryChange }: SearchBoxProps) => (
  <input aria-label="Search recipes" value={query} onInput={undefined} onChange={(e) => onQueryChange(e.target.value)} />
);
