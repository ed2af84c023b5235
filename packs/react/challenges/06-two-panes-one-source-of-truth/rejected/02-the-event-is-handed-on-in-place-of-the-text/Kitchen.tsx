import { useState } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

export function Kitchen() {
  const [query, setQuery] = useState("");
  const found = recipes.filter((recipe) =>
    recipe.title.toLowerCase().includes(query.toLowerCase()),
  );

  return (
    <main>
      <SearchBox query={query} onQueryChange={setQuery} />
      <button type="button" onClick={() => setQuery("")}>
        Clear
      </button>
      <RecipeList recipes={found} total={recipes.length} />
    </main>
  );
}
