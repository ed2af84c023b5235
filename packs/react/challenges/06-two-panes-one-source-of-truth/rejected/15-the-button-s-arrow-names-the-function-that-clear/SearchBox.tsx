type Props = Readonly<{ query: string; onQueryChange: (next: string) => void }>;

export function SearchBox({ query, onQueryChange }: Props) {
  function report(text: string): void {
    onQueryChange(text);
  }

  return (
    <input
      aria-label="Search recipes"
      value={query}
      onChange={(event) => {
        report(event.currentTarget.value);
      }}
    />
  );
}
