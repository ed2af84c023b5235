import * as React from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

const TOTAL = recipes.length;

type Recipe = (typeof recipes)[number];

const matches = (text: string) => (recipe: Recipe) =>
  recipe.title.toLocaleLowerCase().includes(text.toLocaleLowerCase());

export function Kitchen() {
  const [state, setState] = React.useState({ search: "" });
  const { search } = state;

  const setSearch = (text: string) => setState({ search: text });
  const visible = search === "" ? recipes : recipes.filter(matches(search));

  return (
    <main>
      <SearchBox query={state.search} onQueryChange={setSearch} />
      <button type="button" onClick={() => setSearch("")}>Clear</button>
      <RecipeList recipes={visible} total={TOTAL} />
    </main>
  );
}
