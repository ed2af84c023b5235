import { useDeferredValue, useState } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";
const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];
function matches(query: string) {
  const wanted = query.toLowerCase();
  return ({ title }: { title: string }) => title.toLowerCase().includes(wanted);
}
export function Kitchen() {
  const [query, setQuery] = useState("");
  const deferred = useDeferredValue(query);
  const found = recipes.filter(matches(deferred));
  return (
    <main>
      <SearchBox query={query} onQueryChange={setQuery} />
      <button type="button" onClick={() => setQuery("")} disabled={query === ""}>Clear</button>
      <RecipeList recipes={found} total={recipes.length} />
    </main>
  );
}
