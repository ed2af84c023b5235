import { useEffect, useReducer } from "react";

type Recipe = { title: string; minutes: number };
type State = { recipe: Recipe | null; failed: boolean };
type Action = { type: "loaded"; recipe: Recipe } | { type: "failed" };

function recipeReducer(state: State, action: Action): State {
  return action.type === "loaded" ? { recipe: action.recipe, failed: false } : { ...state, failed: true };
}

function useRecipe(id: string) {
  const [state, dispatch] = useReducer(recipeReducer, { recipe: null, failed: false });

  useEffect(() => {
    let stale = false;
    const load = async () => {
      const response = await fetch(`/api/recipes/${id}`);
      if (!response.ok) throw new Error("Not found");
      return (await response.json()) as Recipe;
    };
    load()
      .then((recipe) => {
        if (!stale) dispatch({ type: "loaded", recipe });
      })
      .catch(() => {
        if (!stale) dispatch({ type: "failed" });
      });
    return () => {
      stale = true;
    };
  }, [id]);

  return state;
}

export function RecipePage({ id }: { id: string }) {
  const { recipe, failed } = useRecipe(id);
  if (failed) return <p role="alert">Could not load the recipe</p>;
  if (recipe === null) return <p>Loading…</p>;
  const { title, minutes } = recipe;
  return (
    <main>
      <h2>{title}</h2>
      <p>
        {minutes} minutes
      </p>
    </main>
  );
}
