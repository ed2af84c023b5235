import { useState } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

function matching(query: string) {
  const needle = query.trim().toLocaleLowerCase();
  if (!needle) return recipes;
  return recipes.filter((recipe) => recipe.title.toLocaleLowerCase().includes(needle));
}

export function Kitchen() {
  const [query, setQuery] = useState("");

  return (
    <main>
      <SearchBox query={query} onQueryChange={setQuery} />
      <button type="button" onClick={() => setQuery("")}>
        Clear
      </button>
      <RecipeList recipes={matching(query)} total={recipes.length} />
    </main>
  );
}
