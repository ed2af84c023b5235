import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

export function Kitchen() {
  return (
    <main>
      <SearchBox />
      <button type="button">Clear</button>
      <RecipeList recipes={recipes} total={recipes.length} />
    </main>
  );
}
