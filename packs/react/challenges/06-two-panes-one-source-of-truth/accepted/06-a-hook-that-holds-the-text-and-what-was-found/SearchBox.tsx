type Props = { query: string; onQueryChange: (text: string) => void };

export const SearchBox = ({ query, onQueryChange }: Props) => (
  <input
    aria-label="Search recipes"
    type="search"
    value={query}
    onChange={(event) => onQueryChange(event.currentTarget.value)}
  />
);
