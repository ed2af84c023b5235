type Props = { query: string; onQueryChange: (text: string) => void };
const onText = (report: (text: string) => void) => (event: { target: { value: string } }) => report(event.target.value);
export const SearchBox = ({ query, onQueryChange }: Props) => (<input aria-label="Search recipes" value={query} onChange={onText(onQueryChange)} />);
