import { useEffect, useState } from "react";

type Recipe = { title: string; minutes: number };

type View =
  | { kind: "loading" }
  | { kind: "failed" }
  | { kind: "ready"; recipe: Recipe };

const loading: View = { kind: "loading" };
const failed: View = { kind: "failed" };

export function RecipePage({ id }: { id: string }) {
  const [view, setView] = useState<View>(loading);

  useEffect(() => {
    let cancelled = false;
    const show = (next: View) => {
      if (!cancelled) setView(next);
    };

    show(loading);
    fetch(`/api/recipes/${id}`)
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
      .then(
        (recipe: Recipe) => show({ kind: "ready", recipe }),
        () => show(failed),
      );

    return function cleanup() {
      cancelled = true;
    };
  }, [id]);

  switch (view.kind) {
    case "loading":
      return <p>Loading…</p>;
    case "failed":
      return <p role="alert">Could not load the recipe</p>;
    case "ready":
      return (
        <article>
          <h2>{view.recipe.title}</h2>
          <p>{view.recipe.minutes} minutes</p>
        </article>
      );
  }
}
