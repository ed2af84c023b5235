import React from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

export function Kitchen() {
  const [text, setText] = React.useState<string>("");
  const wanted = text.toUpperCase();
  const found = [];
  for (const recipe of recipes) {
    if (recipe.title.toUpperCase().indexOf(wanted) >= 0) found.push(recipe);
  }
  const clear = () => setText("");

  return (
    <main>
      <SearchBox onQueryChange={(next) => setText(next)} query={text} />
      <button type="button" onClick={clear}>
        Clear
      </button>
      <RecipeList recipes={found} total={recipes.length} />
    </main>
  );
}
