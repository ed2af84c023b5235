import { useReducer } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

type Change = { type: "typed"; text: string } | { type: "cleared" };

const searchReducer = (_: string, change: Change) => (change.type === "typed" ? change.text : "");

export function Kitchen() {
  const [query, dispatch] = useReducer(searchReducer, "");
  const found = recipes.filter((recipe) =>
    recipe.title.toLowerCase().includes(query.toLowerCase()),
  );

  return (
    <main>
      <SearchBox query={query} onQueryChange={(text) => dispatch({ type: "typed", text })} />
      <button type="button" onClick={() => dispatch({ type: "cleared" })}>
        Clear
      </button>
      <RecipeList recipes={found} total={recipes.length} />
    </main>
  );
}
