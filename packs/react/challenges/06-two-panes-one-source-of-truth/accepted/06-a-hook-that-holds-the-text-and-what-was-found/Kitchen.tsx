import { useState } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

function useSearch() {
  const [query, setQuery] = useState("");
  const needle = query.trim().toLowerCase();
  const found = recipes.filter((recipe) => recipe.title.toLowerCase().includes(needle));

  function clear() {
    setQuery("");
  }

  return { query, setQuery, found, clear };
}

export function Kitchen() {
  const search = useSearch();

  return (
    <main>
      <SearchBox query={search.query} onQueryChange={search.setQuery} />
      <button type="button" onClick={search.clear}>Clear</button>
      <RecipeList recipes={search.found} total={recipes.length} />
    </main>
  );
}
