import { useReducer } from "react";
import { RecipeList } from "./RecipeList";
import { SearchBox } from "./SearchBox";
const recipes = [
  { id: "soup", title: "Leek and Potato Soup" },
  { id: "risotto", title: "Mushroom Risotto" },
  { id: "crumble", title: "Apple Crumble" },
];
const fold = (s: string) => s.trim().toLocaleLowerCase("en");
const contains = (needle: string) => (hay: string) => fold(hay).includes(fold(needle));
type Action = { type: "search"; text: string } | { type: "clear" };
const reducer = (state: { text: string }, action: Action) => (action.type === "clear" ? { text: "" } : { ...state, text: action.text });
export const Kitchen = () => {
  const [{ text }, dispatch] = useReducer(reducer, { text: "" });
  const isMatch = contains(text);
  return (
    <main>
      <SearchBox query={text} onQueryChange={(next) => dispatch({ type: "search", text: next })} />
      <button type="button" onClick={() => dispatch({ type: "clear" })}>Clear</button>
      <RecipeList recipes={recipes.filter((r) => isMatch(r.title))} total={recipes.length} />
    </main>
  );
};
