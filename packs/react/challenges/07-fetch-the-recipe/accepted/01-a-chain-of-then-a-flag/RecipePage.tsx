import * as React from "react";

interface Recipe {
  title: string;
  minutes: number;
}

export const RecipePage = (props: { id: string }) => {
  const [state, setState] = React.useState<{ recipe?: Recipe; error?: boolean }>({});

  React.useEffect(() => {
    let ignore = false;
    fetch("/api/recipes/" + props.id)
      .then((response) => (response.ok ? response.json() : Promise.reject(response)))
      .then((recipe) => {
        if (!ignore) setState({ recipe });
      })
      .catch(() => {
        if (!ignore) setState({ error: true });
      });
    return () => {
      ignore = true;
    };
  }, [props.id]);

  return state.error ? (
    <p role="alert">Could not load the recipe</p>
  ) : state.recipe ? (
    <>
      <h2>{state.recipe.title}</h2>
      <p>{state.recipe.minutes} minutes</p>
    </>
  ) : (
    <p>Loading…</p>
  );
};
