import { useEffect, useReducer } from "react";

type Recipe = { title: string; minutes: number };

type State = { recipe: Recipe | null; error: boolean };
type Action = { type: "start" } | { type: "success"; recipe: Recipe } | { type: "failure" };

function reducer(state: State, action: Action): State {
  if (action.type === "success") return { recipe: action.recipe, error: false };
  if (action.type === "failure") return { ...state, error: true };
  return { recipe: null, error: false };
}

export function RecipePage({ id }: { id: string }) {
  const [state, dispatch] = useReducer(reducer, { recipe: null, error: false });

  useEffect(() => {
    let current = true;
    dispatch({ type: "start" });

    (async () => {
      let action: Action = { type: "failure" };
      try {
        const response = await fetch(`/api/recipes/${id}`);
        if (response.ok) {
          action = { type: "success", recipe: await response.json() };
        }
      } catch {
        // a failed request is a failure as well
      }
      if (current) dispatch(action);
    })();

    return () => {
      current = false;
    };
  }, [id]);

  return state.error ? (
    <p role="alert">Could not load the recipe</p>
  ) : state.recipe ? (
    <main>
      <h2>{state.recipe.title}</h2>
      <p>{state.recipe.minutes} minutes</p>
    </main>
  ) : (
    <p>Loading…</p>
  );
}
