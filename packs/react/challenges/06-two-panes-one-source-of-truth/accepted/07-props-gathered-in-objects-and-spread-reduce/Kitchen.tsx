import { useCallback, useState } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

export function Kitchen() {
  const [query, setQuery] = useState("");
  const clear = useCallback(() => setQuery(""), []);
  const searchProps = { query, onQueryChange: setQuery };

  const found = recipes.reduce<typeof recipes>((list, recipe) => {
    const hit = recipe.title.toLowerCase().includes(query.toLowerCase());
    return hit ? [...list, recipe] : list;
  }, []);

  return (
    <main>
      <SearchBox {...searchProps} />
      <button type="button" onClick={clear}>Clear</button>
      <RecipeList recipes={found} total={recipes.length} />
    </main>
  );
}
