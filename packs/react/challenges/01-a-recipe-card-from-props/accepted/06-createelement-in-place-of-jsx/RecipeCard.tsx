import { createElement } from "react";

type Props = { title: string; minutes?: number };

export function RecipeCard({ title, minutes = 20 }: Props) {
  return createElement(
    "article",
    null,
    createElement("h2", null, title),
    createElement("p", null, minutes, " minutes"),
  );
}
