import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };
type State = { status: "loading" } | { status: "failed" } | { status: "ready"; recipe: Recipe };

async function fetchRecipe(id: string): Promise<Recipe> {
  const response = await fetch(`/api/recipes/${id}`);
  if (response.status >= 400) throw new Error("No such recipe");
  return response.json();
}

export function RecipePage({ id }: { id: string }) {
  const [state, setState] = useState<State>({ status: "loading" });

  useEffect(function () {
    let active = true;
    setState({ status: "loading" });
    fetchRecipe(id).then(
      (recipe) => active && setState({ status: "ready", recipe }),
      () => active && setState({ status: "failed" }),
    );
    return function () {
      active = false;
    };
  }, [id]);

  switch (state.status) {
    case "loading":
      return <p>Loading…</p>;
    case "failed":
      return <p role="alert">Could not load the recipe</p>;
    case "ready":
      return (
        <section>
          <h2>{state.recipe.title}</h2>
          <p>{`${state.recipe.minutes} minutes`}</p>
        </section>
      );
  }
}
