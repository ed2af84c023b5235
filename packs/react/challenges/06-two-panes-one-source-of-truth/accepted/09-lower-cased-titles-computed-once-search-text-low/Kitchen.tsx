import { useState } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

const index = recipes.map((recipe) => ({ recipe, text: recipe.title.toLowerCase() }));

export function Kitchen() {
  const [query, setQuery] = useState("");
  const lowered = query.toLowerCase();
  const found = index.filter((entry) => entry.text.includes(lowered)).map((entry) => entry.recipe);

  return (
    <main>
      <SearchBox
        query={query}
        onQueryChange={(next: string) => {
          setQuery(next);
        }}
      />
      <button type="button" onClick={() => {
        setQuery("");
      }}>Clear</button>
      <RecipeList recipes={found} total={recipes.length} />
    </main>
  );
}
