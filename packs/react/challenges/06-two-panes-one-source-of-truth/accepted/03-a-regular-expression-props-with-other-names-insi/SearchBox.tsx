type SearchBoxProps = {
  query: string;
  onQueryChange: (query: string) => void;
};

export function SearchBox({ query: text, onQueryChange }: SearchBoxProps) {
  return (
    <input
      aria-label="Search recipes"
      value={text}
      onChange={({ currentTarget: { value } }) => onQueryChange(value)}
    />
  );
}
