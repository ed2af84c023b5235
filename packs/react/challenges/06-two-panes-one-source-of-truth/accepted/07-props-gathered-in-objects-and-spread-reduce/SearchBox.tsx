import { useId, type ComponentProps } from "react";

type SearchBoxProps = {
  query: string;
  onQueryChange: (query: string) => void;
};

export function SearchBox({ query, onQueryChange }: SearchBoxProps) {
  const id = useId();
  const input: ComponentProps<"input"> = {
    id,
    value: query,
    onChange: (event) => onQueryChange(event.target.value),
  };
  return <input aria-label="Search recipes" {...input} />;
}
