import type { ChangeEvent } from "react";

export const SearchBox = (props: { query: string; onQueryChange(text: string): void }) => {
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const { value } = event.target;
    props.onQueryChange(value);
  }
  return <input aria-label="Search recipes" type="search" value={props.query} onChange={handleChange} />;
};
