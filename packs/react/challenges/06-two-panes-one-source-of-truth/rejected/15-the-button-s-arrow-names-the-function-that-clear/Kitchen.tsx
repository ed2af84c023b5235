import { useReducer } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";

const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];

type Action = { type: "typed"; text: string } | { type: "cleared" };

function reducer(_text: string, action: Action): string {
  if (action.type === "typed") return action.text;
  return "";
}

function search(text: string) {
  const wanted = text.trim().toLowerCase();
  const result: typeof recipes = [];
  for (const recipe of recipes) {
    if (recipe.title.toLowerCase().includes(wanted)) {
      result.push(recipe);
    }
  }
  return result;
}

export function Kitchen() {
  const [text, dispatch] = useReducer(reducer, "");

  function handleClear() {
    dispatch({ type: "cleared" });
  }

  return (
    <main>
      <SearchBox query={text} onQueryChange={(next) => dispatch({ type: "typed", text: next })} />
      <button type="button" onClick={() => handleClear}>
        Clear
      </button>
      <RecipeList recipes={search(text)} total={recipes.length} />
    </main>
  );
}
