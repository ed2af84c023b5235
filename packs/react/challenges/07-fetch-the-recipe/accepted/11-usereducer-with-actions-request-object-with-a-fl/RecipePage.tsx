import { useEffect, useReducer } from "react";

type Recipe = { title: string; minutes: number };

type State = { recipe: Recipe | null; error: boolean; loading: boolean };
type Action = { type: "start" } | { type: "success"; recipe: Recipe } | { type: "error" };

const initialState: State = { recipe: null, error: false, loading: true };

function reducer(state: State, action: Action): State {
  if (action.type === "start") {
    return initialState;
  }
  if (action.type === "success") {
    return { recipe: action.recipe, error: false, loading: false };
  }
  return { ...state, error: true, loading: false };
}

export function RecipePage({ id }: { id: string }) {
  const [state, dispatch] = useReducer(reducer, initialState);

  useEffect(() => {
    const request = { cancelled: false };

    function dispatchIfWanted(action: Action) {
      if (request.cancelled) return;
      dispatch(action);
    }

    async function loadRecipe() {
      const response = await fetch("/api/recipes/".concat(id));
      if (response.ok) {
        const recipe = await response.json();
        dispatchIfWanted({ type: "success", recipe });
      } else {
        dispatchIfWanted({ type: "error" });
      }
    }

    dispatch({ type: "start" });
    loadRecipe().catch(() => dispatchIfWanted({ type: "error" }));

    return function cleanup() {
      request.cancelled = true;
    };
  }, [id]);

  if (state.loading) {
    return <p>Loading…</p>;
  }

  if (state.error || state.recipe === null) {
    return <p role="alert">Could not load the recipe</p>;
  }

  const { title, minutes } = state.recipe;
  return (
    <main>
      <h2>{title}</h2>
      <p>{minutes} minutes</p>
    </main>
  );
}
