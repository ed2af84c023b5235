import type { FC } from "react";
type Props = { title: string } & { minutes?: number };
const DEFAULT = 20;
export const RecipeCard: FC<Props> = (props) => {
  const heading = <h2>{props.title}</h2>;
  const minutes = props.minutes ?? DEFAULT;
  const label = minutes === 1 ? "minute" : "minutes";
  return <article>{heading}<p>{minutes} {label}</p></article>;
};
